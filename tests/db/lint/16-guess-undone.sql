-- What counts guesses and codes answers nothing that the client can work on: of a composite it chooses columns, casts and filters.
-- One that fails on a wrong guess alone undoes the count, one that is slow holds it while strangers wait.
select p.oid::regprocedure::text as finding
from pg_proc p
join pg_type t on t.oid = p.prorettype
where p.prosrc ~ '\y(own_guess_wait|require_alone|code_wait)\(' and p.pronamespace = 'public'::regnamespace and p.proname !~ '^svc_' and (p.proretset or t.typname <> 'jsonb')
