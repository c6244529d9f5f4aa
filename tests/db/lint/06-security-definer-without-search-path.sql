-- A security definer function that trusts the caller's search_path runs the caller's objects as its owner.
select p.oid::regprocedure::text as finding
from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ('public', 'private') and p.prosecdef
  and not exists (select 1 from unnest(p.proconfig) setting where setting in ('search_path=', 'search_path=""'))
