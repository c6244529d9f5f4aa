-- A helper called with a column, or outside a select, runs for every row. Policies test sets: helpers get literals only, inside a select.
select format('%I.%I: %s', schemaname, tablename, policyname) as finding
from pg_policies
where regexp_replace(coalesce(qual, '') || ' ' || coalesce(with_check, ''), '(SELECT|FROM) private\.\w+\((''[^'']*''::text)?\)', '', 'g') ~ 'private\.\w+\('
