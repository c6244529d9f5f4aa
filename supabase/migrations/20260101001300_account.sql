-- The caller's own account, and the sign-up that makes it.

create function public.me()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name, 'avatar_url', u.avatar_url,
    'timezone', u.timezone, 'is_site_admin', u.is_site_admin, 'is_account_info_collected', u.is_account_info_collected,
    'created_at', u.created_at, 'survey', u.survey,
    'has_password', u.has_password,
    'only_workspace_id', (private.current_session()).only_workspace_id,
    'emails', coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'email', e.email, 'is_primary', e.is_primary, 'confirmed_at', e.confirmed_at)
        order by e.is_primary desc, e.id)
      from public.emails e where e.user_id = u.id and (e.is_primary or private.own_account_id() is not null)), '[]'),
    'memberships', coalesce((
      select jsonb_agg(jsonb_build_object('workspace_id', w.id, 'slug', w.slug, 'name', w.name, 'logo_url', w.logo_url, 'role', m.role,
        'locked', w.locked and u.id <> private.oldest_owner_id(w.id), 'receive_daily_summary', m.receive_daily_summary) order by w.name)
      from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
      where m.user_id = u.id and (private.own_account_id() is not null or private.reaches(w.id))), '[]'))
  from public.users u
  where u.id = private.current_user_id()
$$;
comment on function public.me is 'The caller''s account with addresses and workspaces, or null. A session for one workspace sees that workspace and the primary address.';

create function public.update_account(
  p_first_name text, p_last_name text, p_username text default null, p_avatar_url text default null,
  p_timezone text default null, p_survey jsonb default null, p_complete boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  old_username constant text := (select u.username from public.users u where u.id = me);
begin
  if btrim(coalesce(p_first_name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, '')) = '' then
    perform private.problem('VALIDATION_ERROR', 400, 'Required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('VALIDATION_ERROR', 400, 'The survey is not an object.', 'survey');
  end if;
  if p_username <> old_username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('TOO_MANY_REQUESTS', 429, 'The username was changed too often today. Please try again tomorrow.', 'username');
  end if;
  begin
    update public.users u set
      first_name = btrim(p_first_name),
      last_name = btrim(p_last_name),
      username = coalesce(p_username, u.username),
      avatar_url = case when p_avatar_url is null then u.avatar_url else nullif(btrim(p_avatar_url), '') end,
      timezone = coalesce(p_timezone, u.timezone),
      survey = u.survey || coalesce(p_survey, '{}'),
      is_account_info_collected = u.is_account_info_collected or p_complete
    where u.id = me;
  exception when unique_violation then
    -- Answered instead of raised, so that it counts: who tries names learns twenty a day.
    return private.answer_problem('CONFLICT', 409, 'This username is already taken. Please choose a different one.', 'username');
  end;
  return public.me();
end
$$;
comment on function public.update_account is 'Changes the caller''s names, username, avatar, time zone and survey answers (merged); p_complete ends the account step of sign-up.';
grant execute on function public.me, public.update_account to authenticated;

create function private.create_workspace(owner_id bigint, slug text, name text)
returns public.workspaces
language plpgsql
security definer
set search_path = ''
as $$
declare
  made public.workspaces;
begin
  begin
    insert into public.workspaces (name, slug) values (name, create_workspace.slug) returning * into made;
  exception when unique_violation then
    perform private.problem('CONFLICT', 409, create_workspace.slug || ' already exists. Please input a different URL.', 'slug');
  end;
  insert into public.workspace_members (workspace_id, user_id, role) values (made.id, owner_id, 'owner');
  insert into public.billing_accounts (workspace_id, billing_product_id, included_members)
  select made.id, p.id, p.included_members from public.billing_products p where p.name = 'free';
  return made;
end
$$;

create function public.svc_signup_workspace(p_auth_id uuid, p_email text, p_code text, p_slug text, p_name text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
  made public.workspaces;
begin
  perform private.consume_code('signup', p_email, p_code, browser_hash => p_browser_hash);
  if p_slug !~ '^[a-z0-9][a-z0-9-]{0,18}[a-z0-9]$' then
    perform private.problem('VALIDATION_ERROR', 400, 'Must only contain numbers, lowercase letters, or dashes.', 'slug');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), u.username), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return jsonb_build_object(
    'workspace', jsonb_build_object('id', made.id, 'slug', made.slug, 'name', made.name),
    'user_id', account_id,
    'is_account_info_collected', (select u.is_account_info_collected from public.users u where u.id = account_id));
end
$$;
comment on function public.svc_signup_workspace is 'Uses the code up and makes account, address, workspace, owner and billing account: all or nothing. A taken slug leaves the code usable.';

create function public.svc_has_workspaces(p_email text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from public.emails e join public.workspace_members m on m.user_id = e.user_id
    where e.email = lower(btrim(p_email)) and e.confirmed_at is not null
  )
$$;
comment on function public.svc_has_workspaces is 'Whether an address belongs to somebody in any workspace.';

create function public.svc_mail_workspaces(p_email text, p_client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait integer;
  found_workspaces jsonb;
begin
  wait := greatest(
    private.throttle_hit('find:' || lower(btrim(p_email)), 5, 900),
    private.throttle_hit('find-client:' || private.client_key(p_client), 60, 900)
  );
  if wait > 0 then
    return wait;
  end if;
  select jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug) order by w.name) into found_workspaces
  from public.emails e
  join public.workspace_members m on m.user_id = e.user_id
  join public.workspaces w on w.id = m.workspace_id
  where e.email = lower(btrim(p_email)) and e.confirmed_at is not null;
  if found_workspaces is not null then
    perform private.enqueue_mail(p_email, 'found_workspaces', jsonb_build_object('workspaces', found_workspaces));
  end if;
  return 0;
end
$$;
comment on function public.svc_mail_workspaces is 'Mails the list of workspaces to an address that has some; answers the seconds to wait when asked too often, else 0.';

create function public.svc_workspace_access(p_auth_id uuid, p_workspace_id bigint, p_session_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'role', m.role,
    'covered', session.id is not null and private.session_covers(session.only_workspace_id, session.integration_id, w.id, private.is_by_provider(w.id)),
    'by_provider', private.is_by_provider(w.id),
    'locked', m.user_id is not null and (w.locked or w.lock_at <= now()) is true and m.user_id <> private.oldest_owner_id(w.id),
    'lock_reason', w.lock_reason,
    'owner_email', (select e.email from public.emails e where e.user_id = private.oldest_owner_id(w.id) and e.is_primary))
  from public.workspaces w
  left join public.users u on u.auth_id = p_auth_id
  left join public.workspace_members m on m.workspace_id = w.id and m.user_id = u.id
  cross join private.session_of(p_session_id, p_auth_id) session
  where w.id = p_workspace_id
$$;
comment on function public.svc_workspace_access is 'Whether somebody may enter a workspace now with this session, and who to ask when it is locked.';

grant execute on function
  public.svc_signup_workspace, public.svc_has_workspaces, public.svc_mail_workspaces, public.svc_workspace_access
to service_role;
