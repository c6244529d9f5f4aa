-- Accounts at Git hosts: with whose token the functions ask a host for somebody.

-- # Calls

create function public.svc_host_account(p_auth_id uuid, p_integration_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('id', x.id, 'external_id', x.external_id, 'username', x.username, 'secrets', private.secrets_of_account(x.id))
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
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select e.email
  from public.projects p
  join public.workspace_members m on m.workspace_id = p.workspace_id
  join public.emails e on e.user_id = m.user_id and e.confirmed_at is not null
  where p.id = p_project_id and e.email = any (p_emails[1:200])
  union
  select i.email
  from public.workspace_invitation_projects l join public.workspace_invitations i on i.id = l.invitation_id
  where l.project_id = p_project_id and i.email = any (p_emails[1:200]) and private.is_live(i)
$$;
comment on function public.svc_known_addresses is 'Which of at most 200 addresses belong to members of the project''s workspace, or are invited to the project: for who may share it.';

-- # Grants

grant execute on function public.svc_host_account, public.svc_keep_host_tokens, public.svc_known_addresses to service_role;
