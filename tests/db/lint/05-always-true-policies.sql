-- A policy that is always true is no policy. Exceptions: the permission matrices and the price list are the same for everybody.
select format('%I.%I: %s', schemaname, tablename, policyname) as finding
from pg_policies
where (qual = 'true' or with_check = 'true')
  and (schemaname, tablename) not in (
    ('public', 'workspace_role_permissions'), ('public', 'project_role_permissions'), ('public', 'group_role_permissions'),
    ('public', 'team_role_permissions'), ('public', 'workspace_role_project_roles'),
    ('public', 'billing_products'), ('public', 'billing_pricing_plans'), ('public', 'billing_features'))
