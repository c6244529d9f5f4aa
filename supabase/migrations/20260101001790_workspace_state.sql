-- The state of a workspace that its members must hear of: locks, deletion; and what is cleared away behind sign-ins.

create function public.workspace_state(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  oldest constant bigint := private.oldest_owner_id(p_workspace_id);
  me constant bigint := private.current_user_id();
begin
  select w.* into host from public.workspaces w join public.workspace_members m on m.workspace_id = w.id and m.user_id = me
  where w.id = p_workspace_id and private.reaches(w.id);
  if not found then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  return jsonb_build_object(
    'locked', private.is_locked(host), 'lock_at', host.lock_at, 'lock_reason', host.lock_reason,
    'owner_email', (
      select e.email from public.emails e
      where (private.is_locked(host) or host.lock_at is not null) and e.user_id = oldest and e.is_primary),
    'delete_at', host.delete_at, 'idle_timeout_seconds', host.idle_timeout_seconds,
    'is_closed_to_me', private.is_locked(host) and me <> oldest);
end
$$;
comment on function public.workspace_state is 'Lock, deletion and idle time-out of a workspace, for all of its members: who is locked out has to know why, and whom to ask; nobody is told the owner''s address before.';

create function public.workspace_summary(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (
    select 1 from public.workspace_members m
    where m.workspace_id = p_workspace_id and m.user_id = private.current_user_id() and private.reaches(p_workspace_id)) then
    perform private.problem('NOT_FOUND', 404, 'Workspace not found.');
  end if;
  if not private.can_in_workspace(p_workspace_id, 'WorkspaceFullMember') then
    return jsonb_build_object('plan', null, 'counts', null);
  end if;
  return jsonb_build_object(
    'plan', (
      select jsonb_build_object('product_id', p.id, 'name', p.name, 'status', a.status, 'trial_end_at', a.trial_end_at,
        'included_members', coalesce(a.included_members, p.included_members))
      from public.billing_accounts a join public.billing_products p on p.id = a.billing_product_id
      where a.workspace_id = p_workspace_id),
    'counts', (
      select jsonb_build_object(
        'projects', private.feature_usage(p_workspace_id, 'projects'), 'teams', private.feature_usage(p_workspace_id, 'teams'),
        'members', count(*) filter (where m.role <> 'guest'), 'owners', count(*) filter (where m.role = 'owner'),
        'billing_admins', count(*) filter (where m.role = 'billing'), 'admins', count(*) filter (where m.role = 'admin'),
        'makers', count(*) filter (where m.role = 'maker'), 'viewers', count(*) filter (where m.role = 'viewer'),
        'guests', count(*) filter (where m.role = 'guest'))
      from public.workspace_members m where m.workspace_id = p_workspace_id));
end
$$;
comment on function public.workspace_summary is 'The plan of a workspace and how many projects, teams and people of each role it has, for its full members; both null for guests and who is locked out.';

create function public.my_workspace(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  summary constant jsonb := public.workspace_summary(p_workspace_id);
  plan constant jsonb := summary -> 'plan';
  counts constant jsonb := summary -> 'counts';
begin
  return jsonb_build_object(
    'billing_account', case when private.can_in_workspace(p_workspace_id, 'WorkspaceBilling') then
      jsonb_build_object('status', plan -> 'status', 'included_member_count', plan -> 'included_members') end,
    'billing_product', (
      select jsonb_build_object('name', p.name, 'label', p.label) from public.billing_products p where p.id = (plan ->> 'product_id')::bigint),
    'features', (
      select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'type', f.type, 'max_quantity', f.max_quantity) order by f.type, f.name), '[]')
      from public.workspace_features(p_workspace_id) f where f.in_plan),
    'workspace_roles', case when private.can_in_workspace(p_workspace_id, 'WorkspaceMembersInvite')
      then (
        select jsonb_agg(jsonb_build_object('role', r ->> 'role', 'can_add', (r ->> 'allowed')::boolean and not (r ->> 'needs_upgrade')::boolean) order by n)
        from jsonb_array_elements(public.assignable_roles(p_workspace_id)) with ordinality roles (r, n))
      else (
        select jsonb_agg(jsonb_build_object('role', role, 'can_add', false) order by role desc)
        from unnest(enum_range(null::public.workspace_role)) role) end,
    'project_count', counts -> 'projects', 'team_count', counts -> 'teams', 'member_count', counts -> 'members',
    'all_guest_count', counts -> 'guests', 'all_owner_count', counts -> 'owners', 'all_admin_count', counts -> 'admins',
    'all_billing_admin_count', counts -> 'billing_admins', 'all_maker_count', counts -> 'makers', 'all_viewer_count', counts -> 'viewers',
    'my_permissions', (
      select coalesce(jsonb_agg(jsonb_build_object('role', p.role, 'permission', p.permission) order by p.permission), '[]')
      from public.my_permissions(p_workspace_id) p));
end
$$;
comment on function public.my_workspace is 'What a workspace is to its member: plan, features, the roles they may invite at, how many there are of what, and what they may. Null is what they may not see.';
grant execute on function public.my_workspace to authenticated;

create function public.cancel_workspace_deletion(p_workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceDelete');
  update public.workspaces w set delete_at = null where w.id = p_workspace_id and w.delete_at is not null;
  if found then
    perform private.log_activity(p_workspace_id, 'workspace.deletion.cancelled');
  end if;
end
$$;
comment on function public.cancel_workspace_deletion is 'Keeps a workspace that was to be deleted.';
grant execute on function public.workspace_state, public.workspace_summary, public.cancel_workspace_deletion to authenticated;

create function private.apply_locks()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  applied integer;
begin
  update public.workspaces w set locked = true where not w.locked and w.lock_at <= now();
  get diagnostics applied = row_count;
  return applied;
end
$$;
comment on function private.apply_locks is 'Locks the workspaces whose time has come; the worker runs it every minute.';
create index workspaces_lock_at_idx on public.workspaces (lock_at) where not locked and lock_at is not null;

create function private.purge_sign_in()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  removed integer := 0;
  step integer;
  sweep text;
begin
  foreach sweep in array array[
    'private.login_states where expires_at < now()',
    'private.sso_codes where expires_at < now()',
    'private.saml_requests where expires_at < now()',
    'private.saml_assertions where expires_at < now()',
    'private.email_claims where created_at < now() - interval ''1 day'' and coalesce(confirmed_at, created_at) < now() - interval ''1 day''',
    'private.known_browsers where confirmed_at < now() - interval ''400 days''',
    'private.unsubscribe_tokens where created_at < now() - interval ''90 days''',
    'private.digests where day < current_date - 30',
    'private.devices where last_seen_at < now() - interval ''400 days''',
    'private.sessions o where not exists (select 1 from auth.sessions s where s.id = o.session_id)',
    'private.ended_sessions where ended_at < now() - interval ''90 days''',
    'private.password_permits where created_at < now() - interval ''1 minute''',
    'public.workspace_invitations where revoked_at < now() - interval ''90 days'''
  ] loop
    execute 'delete from ' || sweep;
    get diagnostics step = row_count;
    removed := removed + step;
  end loop;
  return removed;
end
$$;
comment on function private.purge_sign_in is 'Clears away what sign-ins left behind and nobody can use any more; the worker runs it hourly.';
