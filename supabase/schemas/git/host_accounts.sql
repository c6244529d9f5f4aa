-- Accounts at Git hosts: with whose token the functions ask a host for somebody.

-- # Rules

create function private.inviter_of_committers(project public.projects)
returns bigint
language sql
stable
security definer
set search_path = ''
as $$
  select m.user_id
  from public.workspace_members m
  join public.project_role_permissions p on p.permission = 'project_editor_add'
    and p.role = private.effective_project_role(m.user_id, project.id)
  where project.auto_invite_committers and m.workspace_id = project.workspace_id and m.user_id = project.creator_id and m.is_active
    and private.reason_against_inviting(m.role, least(m.role, 'maker')) is null
$$;
comment on function private.inviter_of_committers is 'In whose name the committers of a project are invited: who made it, as long as they may; null where the project invites nobody.';

create function private.invite_committers(project_id bigint, emails text[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  project public.projects;
  inviter bigint;
  address text;
  sent integer := 0;
  most_at_once constant integer := 20;
begin
  select * into project from public.projects p where p.id = invite_committers.project_id;
  inviter := private.inviter_of_committers(project);
  if inviter is null then
    return 0;
  end if;
  for address in
    select distinct lower(btrim(e)) from unnest(emails[1:most_at_once]) e
    except select known.email from public.svc_known_addresses(invite_committers.project_id, emails) known
  loop
    exit when private.throttle_hit('committers:' || invite_committers.project_id, 100, 86400) > 0;
    begin
      perform private.send_invitation(
        project.workspace_id, private.require_email(address), 'maker',
        jsonb_build_array(jsonb_build_object('project_id', project.id, 'role', 'editor')), '[]', '[]', inviter);
      sent := sent + 1;
    exception when others then
      -- No seat, no address, invited elsewhere: a push is no place to say so, and the others are still invited.
      null;
    end;
  end loop;
  return sent;
end
$$;
comment on function private.invite_committers is 'Invites who committed to a project as its editors, where its switch says so and seats are free: 20 of a push and 100 a day at most. Answers how many were.';

create function private.analyze_for_connected_account()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_at_once constant integer := 50;
begin
  perform private.analyze_with_new_credentials(mine.project_id)
  from (
    select r.project_id
    from public.project_repositories r join public.projects p on p.id = r.project_id and new.user_id = private.reader_of(r, p.creator_id)
    where r.workspace_integration_id = new.workspace_integration_id
      and not exists (select 1 from public.project_service_accounts a where a.project_id = r.project_id)
    order by r.project_id desc limit most_at_once) mine;
  return null;
end
$$;
comment on function private.analyze_for_connected_account is 'Who connects an account at a Git host, or signs in by it, opens the repositories of their projects: those that waited for it are read again, the newest 50.';
create trigger analyze_projects after insert or update of last_login_at on public.external_users
  for each row execute function private.analyze_for_connected_account();

-- # Calls

create function public.svc_host_account(p_auth_id uuid, p_integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(x.id, x.external_id, x.username, private.secrets_of_account(x.id))::public.host_account)
  from public.external_users x
  join public.workspace_integrations i on i.id = x.workspace_integration_id and i.enabled and private.is_git_host(i.kind)
  join public.workspace_members m on m.workspace_id = i.workspace_id and m.user_id = x.user_id and m.is_active
  where x.workspace_integration_id = p_integration_id and m.auth_id = p_auth_id
  order by x.last_login_at desc nulls last limit 1
$$;
comment on function public.svc_host_account is 'The caller''s own connected account at a Git integration of their workspace, with its encrypted tokens; null where they have none. Never to be passed on.';

create function public.svc_keep_host_tokens(p_external_user_id bigint, p_secrets jsonb)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.refuse_bad_secrets(p_secrets, array['accessToken', 'refreshToken']);
  perform 1 from public.external_users x where x.id = p_external_user_id for key share;
  if found then
    perform private.store_secrets(null, p_external_user_id, p_secrets);
  end if;
end
$$;
comment on function public.svc_keep_host_tokens is 'Keeps the renewed tokens of a connected account, encrypted by the caller: {accessToken, refreshToken}.';

create function public.svc_known_addresses(p_project_id bigint, p_emails text[])
returns table (email text, is_member boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select known.email, bool_or(known.is_member)
  from (
    select e.email, true as is_member
    from public.projects p
    join public.workspace_members m on m.workspace_id = p.workspace_id
    join public.emails e on e.user_id = m.user_id and e.confirmed_at is not null
    where p.id = p_project_id and e.email = any (p_emails[1:200])
    union all
    select i.email, false
    from public.workspace_invitation_projects l join public.workspace_invitations i on i.id = l.invitation_id
    where l.project_id = p_project_id and i.email = any (p_emails[1:200]) and private.is_live(i)) known
  group by known.email
$$;
comment on function public.svc_known_addresses is 'Which of at most 200 addresses belong to members of the project''s workspace (is_member), or are invited to the project: for who may share it.';

-- # Grants

grant execute on function public.svc_host_account, public.svc_keep_host_tokens, public.svc_known_addresses to service_role;
