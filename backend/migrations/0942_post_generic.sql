-- The parameters of a posting are arrays of any length: planning its statements anew for their lengths takes longer than
-- what another plan would save.
alter function post_journals set plan_cache_mode = force_generic_plan;
alter function post_keyed set plan_cache_mode = force_generic_plan;
