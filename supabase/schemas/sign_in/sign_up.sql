-- Signing up: a code becomes an account, with a workspace of its own or in one that lets people register.

-- # Rules

create function private.require_registration(workspace_id bigint)
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not exists (select 1 from public.workspaces w where w.id = require_registration.workspace_id) then
    perform private.problem('workspace_not_found');
  end if;
  if not exists (
    select 1 from public.workspace_integrations i
    where i.workspace_id = require_registration.workspace_id and i.kind = 'builtin' and i.enabled and i.allow_user_login and i.allow_user_register
  ) then
    perform private.problem('sign_up_by_email_off');
  end if;
end
$$;
comment on function private.require_registration is 'Refuses where the built-in integration does not let people register.';

-- # Calls

create function public.svc_signup_auth_id(p_email text)
returns uuid
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select u.auth_id from public.emails e join public.users u on u.id = e.user_id
     where e.email = lower(btrim(p_email)) and e.confirmed_at is not null),
    (select a.id from auth.users a where a.email = lower(btrim(p_email)) limit 1)
  )
$$;
comment on function public.svc_signup_auth_id is 'The credential that already belongs to an address, or null.';

create type public.named_workspace as (id bigint, slug text, name text);
comment on type public.named_workspace is 'A workspace by its names.';

create type public.new_workspace as (workspace public.named_workspace, user_id bigint, is_account_info_collected boolean);
comment on type public.new_workspace is 'A workspace that was made by signing up.';

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
  if private.state_of_slug(p_slug) = 'invalid' then
    perform private.problem('slug_invalid');
  end if;
  account_id := private.ensure_user(p_auth_id, p_email);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  made := private.create_workspace(account_id, p_slug, coalesce(nullif(btrim(p_name), ''), p_slug));
  insert into public.activity_events (workspace_id, type, actor_id, actor_name, actor_email, ip_address)
  select made.id, 'workspace.created', u.id, private.display_name(u), lower(p_email),
    case when p_client ~ '^[0-9a-fA-F.:]+$' then p_client::inet end
  from public.users u where u.id = account_id;
  return to_jsonb(row(row(made.id, made.slug, made.name)::public.named_workspace, account_id,
    (select u.is_account_info_collected from public.users u where u.id = account_id))::public.new_workspace);
end
$$;
comment on function public.svc_signup_workspace is 'Uses the code up and makes account, address, workspace, owner and billing account: all or nothing. A taken slug leaves the code usable.';

create function public.svc_request_workspace_signup(p_slug text, p_email text, p_client text, p_browser_hash text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  host public.workspaces;
  wait integer;
begin
  select * into host from public.workspaces w where w.slug = lower(p_slug);
  perform private.require_registration(host.id);
  wait := private.code_wait('workspace_signup', p_email, p_client, p_browser_hash);
  if wait = 0 then
    perform private.send_code('workspace_signup', p_email, 'workspace:' || host.id, jsonb_build_object(
      'workspace_id', host.id, 'workspace', host.name), browser_hash => p_browser_hash);
  end if;
  return to_jsonb(row(wait)::public.code_wait);
end
$$;
comment on function public.svc_request_workspace_signup is 'Mails the code for signing up by e-mail to the workspace of a name. Not by its number: numbers can be counted, and the mail names the workspace.';

create function public.svc_workspace_signup(
  p_workspace_id bigint, p_email text, p_code text, p_auth_id uuid, p_client text, p_browser_hash text default null)
returns public.entry
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(p_email));
  subject constant text := 'workspace:' || p_workspace_id;
  wait integer;
  verdict text;
  account_id bigint;
begin
  perform private.require_registration(p_workspace_id);
  wait := private.guess_wait(address, p_client, p_browser_hash);
  if wait > 0 then
    return private.entry(null, 'invalid_code', retry_after => wait);
  end if;
  verdict := private.check_code('workspace_signup', address, subject, p_code, p_browser_hash);
  if verdict <> 'ok' then
    return private.entry(null, case verdict when 'wrong' then 'invalid_code' else 'spent_code' end);
  end if;
  perform private.give_guess_back(address, p_client, p_browser_hash);
  account_id := private.account_of(address);
  if account_id is null then
    if p_auth_id is null then
      return private.entry(null, 'needs_credential', email => address);
    end if;
    perform private.require_credential_of(p_auth_id, array[address]);
    account_id := private.ensure_user(p_auth_id, address);
  end if;
  perform private.consume_code('workspace_signup', address, p_code, subject, p_browser_hash);
  perform private.keep_browser((select u.auth_id from public.users u where u.id = account_id), p_browser_hash);
  return private.enter_workspace(account_id, p_workspace_id, p_client, p_browser_hash);
end
$$;
comment on function public.svc_workspace_signup is 'Uses a sign-up code: the account of the address, made where there is none, enters the workspace by the same rules as everybody.';

-- # Grants

grant execute on function
  public.svc_signup_auth_id, public.svc_signup_workspace, public.svc_request_workspace_signup, public.svc_workspace_signup
to service_role;
