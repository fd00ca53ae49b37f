"""Rules questions without a window: one JSON line in, one JSON line out.

`docs/query.md` says what each kind asks and answers. Whatever a line holds, it is answered by its answer
or by ``{"error": "…"}``, one sentence that names the field at fault.
"""

from gridmap.query.answer import answer_line, run_queries

__all__ = ["answer_line", "run_queries"]
