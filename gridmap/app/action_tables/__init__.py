"""The actions, a module for each section; `gridmap.app.action_table` joins them."""
