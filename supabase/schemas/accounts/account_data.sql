-- What is kept of an account: taking it along, and deleting it.

-- # Calls

create function public.export_account()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
begin
  return (
    select jsonb_build_object(
      'exported_at', now(),
      'account', to_jsonb(u) - 'is_site_admin',
      'emails', (select coalesce(jsonb_agg(to_jsonb(e) - 'user_id' order by e.id), '[]') from public.emails e where e.user_id = me),
      'connected_accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'integration', i.name, 'kind', i.kind, 'external_id', x.external_id,
          'username', x.username, 'data', x.data, 'created_at', x.created_at, 'last_login_at', x.last_login_at) order by x.id), '[]')
        from public.external_users x
        join public.workspace_integrations i on i.id = x.workspace_integration_id
        join public.workspaces w on w.id = i.workspace_id
        where x.user_id = me),
      'sessions', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from public.my_sessions() s),
      'workspaces', (
        select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug, 'role', m.role, 'since', m.created_at,
          'last_seen_at', m.last_seen_at, 'receive_daily_summary', m.receive_daily_summary, 'receive_mentions', m.receive_mentions) order by w.name), '[]')
        from public.workspace_members m join public.workspaces w on w.id = m.workspace_id where m.user_id = me),
      'join_requests', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'created_at', j.created_at, 'is_denied', j.is_denied) order by j.id), '[]')
        from public.join_requests j join public.workspaces w on w.id = j.workspace_id where j.user_id = me),
      'invitations_sent', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'email', i.email, 'role', i.role, 'created_at', i.created_at,
          'accepted_at', i.accepted_at) order by i.id), '[]')
        from public.workspace_invitations i join public.workspaces w on w.id = i.workspace_id where i.invited_by = me),
      'projects', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'name', p.name, 'role', pm.role,
          'since', pm.created_at) order by p.id), '[]')
        from public.project_members pm join public.projects p on p.id = pm.project_id join public.workspaces w on w.id = p.workspace_id
        where pm.user_id = me),
      'pins', (
        select coalesce(jsonb_agg(p.slug order by pp.position), '[]')
        from public.project_pins pp join public.projects p on p.id = pp.project_id where pp.user_id = me),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'team', t.name, 'role', tm.role) order by t.id), '[]')
        from public.team_members tm join public.teams t on t.id = tm.team_id join public.workspaces w on w.id = t.workspace_id
        where tm.user_id = me),
      'groups', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'group', g.name) order by g.id), '[]')
        from public.group_admins ga join public.groups g on g.id = ga.group_id join public.workspaces w on w.id = g.workspace_id
        where ga.user_id = me),
      'documents', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'path', d.path, 'updated_at', d.updated_at)
          order by d.updated_at desc, d.id), '[]')
        from (select * from public.documents o where o.updated_by = me order by o.updated_at desc, o.id limit 10000) d
        join public.projects p on p.id = d.project_id join public.workspaces w on w.id = d.workspace_id),
      'comments', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'project', p.slug, 'path', t.path, 'text', c.text,
          'created_at', c.created_at, 'edited_at', c.edited_at) order by c.created_at desc, c.id desc), '[]')
        from (select * from public.comments o where o.author_id = me order by o.created_at desc, o.id desc limit 10000) c
        join public.comment_threads t on t.id = c.thread_id
        join public.projects p on p.id = c.project_id join public.workspaces w on w.id = c.workspace_id),
      'activity', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'type', a.type, 'metadata', a.metadata,
          'ip_address', a.ip_address, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
        from (select * from public.activity_events o where o.actor_id = me order by o.created_at desc, o.id desc limit 10000) a
        join public.workspaces w on w.id = a.workspace_id))
    from public.users u where u.id = me);
end
$$;
comment on function public.export_account is 'Everything kept about the caller: account, addresses, connected accounts (no tokens), sessions, memberships, the last 10,000 documents that they wrote in, their last 10,000 comments, and their last 10,000 entries in trails. jsonb: a document that people take along, and nothing reads its fields.';

create function private.forget_in_trail(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.activity_events a set actor_id = null, actor_name = 'Deleted user', actor_email = '', ip_address = null, origin = '{}'
  where a.actor_id = forget_in_trail.user_id
$$;
comment on function private.forget_in_trail is 'The trail keeps what was done, not who a deleted account was.';

create function private.forget_account(user_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.workspace_invitations i where i.accepted_by = forget_account.user_id;
  delete from private.codes c
  where c.subject = 'user:' || forget_account.user_id
    or c.email in (select e.email from public.emails e where e.user_id = forget_account.user_id and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = forget_account.user_id and e.confirmed_at is not null);
  perform private.forget_in_trail(user_id);
  perform private.forget_in_comments(user_id);
  perform private.forget_in_proposals(user_id);
  delete from auth.users a using public.users u where u.id = forget_account.user_id and a.id = u.auth_id;
end
$$;
comment on function private.forget_account is 'Deletes an account that is in no workspace any more, with its credential and what was kept about its addresses.';

create function public.delete_account(p_username text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  account public.users;
  held_back text;
begin
  select * into account from public.users u where u.id = me for update;
  if lower(btrim(coalesce(p_username, ''))) <> account.username then
    perform private.problem('username_not_confirmed');
  end if;
  -- The billing accounts before their workspaces, as everywhere.
  perform 1 from public.billing_accounts a
  where a.workspace_id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by a.workspace_id
  for update;
  -- Owners of one workspace leave one after the other, or each would count on the other to stay.
  perform 1 from public.workspaces w
  where w.id in (select m.workspace_id from public.workspace_members m where m.user_id = me and m.role = 'owner')
  order by w.id
  for update;
  select string_agg(w.name, ', ' order by w.name) into held_back
  from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
  where m.user_id = me and m.role = 'owner'
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.role = 'owner' and o.user_id <> me)
    and exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  if held_back is not null then
    perform private.problem('only_owner_of_workspaces', params => jsonb_build_object('workspaces', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.mail_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  perform private.forget_account(me);
end
$$;
comment on function public.delete_account is 'Deletes the caller''s account for good, confirmed by typing the username. Workspaces nobody else is in go along; projects pass to the oldest other owner; trails keep the deeds without the name.';

-- # Grants

grant execute on function public.export_account, public.delete_account to authenticated;
