-- A policy that tests a project permission asks for it in three ways: the workspace role, the project by name, its group.
-- One that leaves a way out, or asks it of another permission, is another rule than private.projects_with.
select format('%I.%I: %s (%s)', schemaname, tablename, policyname, permission) as finding
from pg_policies
cross join lateral (select coalesce(qual, '') || ' ' || coalesce(with_check, '') as text) whole
cross join lateral (
  select asked[2] as permission, array_agg(asked[1] order by asked[1]) as ways
  from regexp_matches(whole.text, 'private\.(reach_by_role|project_ids_given|group_ids_given)\(''(\w+)''', 'g') asked
  group by 1) said
where said.ways not in (
  array['group_ids_given', 'project_ids_given', 'reach_by_role'],
  array['group_ids_given', 'group_ids_given', 'project_ids_given', 'project_ids_given', 'reach_by_role', 'reach_by_role'])
