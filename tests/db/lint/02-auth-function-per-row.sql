-- auth.uid() bare in a policy runs for every row; wrapped in a select it runs once a statement (179 ms to 9 ms on 100,000 rows).
select format('%I.%I: %s', schemaname, tablename, policyname) as finding
from pg_policies
where regexp_replace(coalesce(qual, '') || ' ' || coalesce(with_check, ''), 'SELECT auth\.(uid|role|jwt|email)\(\)', '', 'g') ~ 'auth\.(uid|role|jwt|email)\(\)'
