-- What a workspace is to its members: plan and counts, and what they may do in it.

-- # Calls

create function public.my_permissions(p_workspace_id bigint)
returns table (role public.workspace_role, permission text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return query
  select m.role, p.permission
  from private.my_memberships() m
  left join public.workspace_role_permissions p on p.role = m.role::text
  where m.workspace_id = p_workspace_id;
end
$$;
comment on function public.my_permissions is 'The caller''s role in a workspace with each permission it gives; one row with a null permission for a role that gives none (guest); nothing for strangers.';

create type public.workspace_plan as (product_id bigint, name text, status text, trial_end_at timestamptz, included_members integer);
comment on type public.workspace_plan is 'The plan of a workspace.';

create type public.workspace_counts as (
  projects integer,
  teams integer,
  members bigint,
  owners bigint,
  billing_admins bigint,
  admins bigint,
  makers bigint,
  viewers bigint,
  guests bigint
);
comment on type public.workspace_counts is 'How many projects, teams and people of each role a workspace has.';

create type public.workspace_summary as (plan public.workspace_plan, counts public.workspace_counts);
comment on type public.workspace_summary is 'Plan and counts of a workspace; both null for who may not see them.';

create function public.workspace_summary(p_workspace_id bigint)
returns public.workspace_summary
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id)) then
    perform private.problem('workspace_not_found');
  end if;
  if not private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') then
    return row(null, null)::public.workspace_summary;
  end if;
  return row(
    (
      select row(p.id, p.name, a.status, a.trial_end_at, coalesce(a.included_members, p.included_members))::public.workspace_plan
      from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
      where a.workspace_id = p_workspace_id),
    (
      select row(
        private.feature_usage(p_workspace_id, 'projects'), private.feature_usage(p_workspace_id, 'teams'),
        count(*) filter (where m.role <> 'guest'), count(*) filter (where m.role = 'owner'),
        count(*) filter (where m.role = 'billing'), count(*) filter (where m.role = 'admin'),
        count(*) filter (where m.role = 'maker'), count(*) filter (where m.role = 'viewer'),
        count(*) filter (where m.role = 'guest'))::public.workspace_counts
      from public.workspace_members m where m.workspace_id = p_workspace_id))::public.workspace_summary;
end
$$;
comment on function public.workspace_summary is 'The plan of a workspace and how many projects, teams and people of each role it has, for its full members; both null for guests and who is locked out.';

create type public.workspace_billing as (status text, included_member_count integer);
comment on type public.workspace_billing is 'How a workspace pays.';

create type public.workspace_product as (name text, label text);
comment on type public.workspace_product is 'Which plan a workspace has.';

create type public.workspace_feature as (name text, type text, max_quantity integer);
comment on type public.workspace_feature is 'A feature of a plan; without a max_quantity as much of it as is wanted.';

create type public.workspace_role_choice as (role public.workspace_role, can_add boolean);
comment on type public.workspace_role_choice is 'A workspace role, and whether the caller may invite at it.';

create type public.workspace_permission as (role public.workspace_role, permission text);
comment on type public.workspace_permission is 'What the caller''s role in a workspace permits.';

create type public.my_workspace as (
  billing_account public.workspace_billing,
  billing_product public.workspace_product,
  features public.workspace_feature[],
  workspace_roles public.workspace_role_choice[],
  project_count integer,
  team_count integer,
  member_count bigint,
  all_guest_count bigint,
  all_owner_count bigint,
  all_admin_count bigint,
  all_billing_admin_count bigint,
  all_maker_count bigint,
  all_viewer_count bigint,
  my_permissions public.workspace_permission[]
);
comment on type public.my_workspace is 'What a workspace is to its member. Null is what they may not see.';

create function public.my_workspace(p_workspace_id bigint)
returns public.my_workspace
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  summary constant public.workspace_summary := public.workspace_summary(p_workspace_id);
  plan constant public.workspace_plan := summary.plan;
  counts constant public.workspace_counts := summary.counts;
begin
  return row(
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceBilling') then row(plan.status, plan.included_members)::public.workspace_billing end,
    (select row(p.name, p.label)::public.workspace_product from public.billing_products p where p.id = plan.product_id),
    array(
      select row(f.name, f.type, f.max_quantity)::public.workspace_feature
      from public.workspace_features(p_workspace_id) f where f.in_plan
      order by f.type, f.name),
    case when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersInvite')
      then array(
        select row(r.role, r.allowed and not r.needs_upgrade)::public.workspace_role_choice
        -- Not within unnest: the planner would ask the function how many there are, whoever the caller is.
        from public.assignable_roles(p_workspace_id) offered, unnest(offered) with ordinality r
        order by r.ordinality)
      else array(
        select row(role, false)::public.workspace_role_choice
        from unnest(enum_range(null::public.workspace_role)) role
        order by role desc) end,
    counts.projects, counts.teams, counts.members, counts.guests, counts.owners, counts.admins, counts.billing_admins, counts.makers, counts.viewers,
    array(
      select row(p.role, p.permission)::public.workspace_permission
      from public.my_permissions(p_workspace_id) p
      order by p.permission))::public.my_workspace;
end
$$;
comment on function public.my_workspace is 'What a workspace is to its member: plan, features, the roles they may invite at, how many there are of what, and what they may. Null is what they may not see.';

-- # Grants

grant execute on function public.my_permissions to authenticated;
grant execute on function public.my_workspace to authenticated;
grant execute on function public.workspace_summary to authenticated;
