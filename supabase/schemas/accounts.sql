-- Accounts: the person behind a credential, their addresses, what they are called, and how they take their data along.

-- # Tables

create table public.users (
  id bigint generated always as identity primary key,
  auth_id uuid not null unique references auth.users (id) on delete cascade,
  username text not null constraint users_username_key unique
    constraint check_users_username check (username ~ '^[a-z0-9-]{2,39}$'),
  first_name text not null default '' check (length(first_name) <= 255),
  last_name text not null default '' check (length(last_name) <= 255),
  avatar_url text check (avatar_url ~ '^https?://' and length(avatar_url) <= 2000),
  timezone text check (length(timezone) <= 100),
  is_site_admin boolean not null default false,
  is_account_info_collected boolean not null default false,
  has_password boolean not null default false,
  last_seen_at timestamptz,
  survey jsonb not null default '{}' check (jsonb_typeof(survey) = 'object' and length(survey::text) <= 5000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.users is 'Accounts. The credential lives in auth.users; one account has many e-mail addresses.';
comment on column public.users.has_password is 'Whether somebody chose a password. auth.users cannot tell: GoTrue gives an account made without one a random password.';
comment on column public.users.survey is 'Answers given at sign-up: persona, number_of_apis, openapi_usage, use_case, company_name …';
create trigger touch before update on public.users for each row execute function private.touch_updated_at();
alter table public.users enable row level security;
select private.announce('public.users', joins => 'left join public.workspace_members m on m.user_id = c.id', workspace => 'm.workspace_id', person => 'c.id',
  columns => 'username, first_name, last_name, avatar_url, timezone, is_site_admin, is_account_info_collected, has_password, survey');

create table public.emails (
  id bigint generated always as identity primary key,
  user_id bigint not null references public.users (id) on delete cascade,
  email text not null
    constraint email_check check (private.is_email(email)),
  is_primary boolean not null default false,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint check_emails_primary_is_confirmed check (not is_primary or confirmed_at is not null),
  constraint emails_user_id_email_key unique (user_id, email)
);
comment on table public.emails is 'Addresses of an account; any confirmed one signs in. Exactly one is primary, and only a confirmed one. An unconfirmed one is a claim: it means nothing to anybody else, and many may claim the same.';
create unique index emails_email_key on public.emails (email) where confirmed_at is not null;
create unique index emails_one_primary_idx on public.emails (user_id) where is_primary;
create trigger lower_email before insert or update of email on public.emails for each row execute function private.lower_email();
alter table public.emails enable row level security;
select private.announce('public.emails', person => 'c.user_id');

-- # Rules

-- ## The account

create function private.keep_one_primary_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.users u where u.id = old.user_id)
    and not exists (select 1 from public.emails e where e.user_id = old.user_id and e.is_primary) then
    perform private.problem('ACTION_PROHIBITED', 403, 'An account needs one primary e-mail address.');
  end if;
  return null;
end
$$;
create constraint trigger keep_one_primary after update or delete on public.emails
  deferrable initially deferred
  for each row when (old.is_primary) execute function private.keep_one_primary_email();

create function private.free_username(wish text)
returns text
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  base text := btrim(substr(regexp_replace(lower(wish), '[^a-z0-9]+', '-', 'g'), 1, 30), '-');
  candidate text;
begin
  if length(base) < 2 then
    base := 'user';
  end if;
  candidate := base;
  while exists (select 1 from public.users u where u.username = candidate) loop
    candidate := base || '-' || encode(extensions.gen_random_bytes(3), 'hex');
  end loop;
  return candidate;
end
$$;
comment on function private.free_username is 'A username nobody has, close to the wish.';

create function private.ensure_user(auth_id uuid, email text)
returns bigint
language plpgsql
security definer
set search_path = ''
as $$
declare
  account_id bigint;
begin
  -- Two proofs of one address at once make one account.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('account:' || lower(ensure_user.email), 0));
  select e.user_id into account_id from public.emails e where e.email = lower(ensure_user.email) and e.confirmed_at is not null;
  if found then
    return account_id;
  end if;
  select u.id into account_id from public.users u where u.auth_id = ensure_user.auth_id;
  if not found then
    insert into public.users (auth_id, username)
    values (ensure_user.auth_id, private.free_username(split_part(ensure_user.email, '@', 1)))
    returning id into account_id;
  end if;
  -- What others claim stays as it is: that it vanished would tell them of the proof.
  insert into public.emails (user_id, email, is_primary, confirmed_at)
  values (account_id, ensure_user.email, not exists (select 1 from public.emails e where e.user_id = account_id and e.is_primary), now())
  on conflict on constraint emails_user_id_email_key do update set is_primary = excluded.is_primary, confirmed_at = excluded.confirmed_at;
  return account_id;
end
$$;
comment on function private.ensure_user is 'The account of a proven address; made, with the address confirmed, when there is none.';

create function private.display_name(account public.users)
returns text
language sql
immutable
as $$
  select coalesce(nullif(btrim(account.first_name || ' ' || account.last_name), ''), account.username)
$$;
comment on function private.display_name is 'What somebody is called: first and last name, else the username. Without a search path of its own, so that it becomes part of the query.';

-- ## Addresses

create function private.tell_account(user_id bigint, template text, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.enqueue_mail(e.email, template, data || jsonb_build_object('at', now()))
  from public.emails e where e.user_id = tell_account.user_id and e.confirmed_at is not null
$$;
comment on function private.tell_account is 'Mails every confirmed address of an account: whoever took one over cannot keep the others from hearing of it.';

-- # Views

create view private.people as
select u.id as user_id, u.username, u.first_name, u.last_name, private.display_name(u) as display_name, u.avatar_url, e.email
from public.users u
left join public.emails e on e.user_id = u.id and e.is_primary;
comment on view private.people is 'How people are shown. The address is for those who read the members of a workspace.';

create function private.person(user_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('user_id', p.user_id, 'display_name', p.display_name, 'avatar_url', p.avatar_url)
    from private.people p where p.user_id = person.user_id
  );
end
$$;
comment on function private.person is 'Somebody''s name and picture.';

create function private.person_for(person private.people, sees_addresses boolean)
returns jsonb
language sql
immutable
as $$
  select to_jsonb(person) || case when sees_addresses then '{}' else '{"email": null}' end::jsonb
$$;

create function private.is_found(person private.people, search text, by_address boolean)
returns boolean
language sql
immutable
as $$
  select coalesce(btrim(search), '') = '' or person.display_name ilike private.like_pattern(search) or person.username ilike private.like_pattern(search)
    or by_address and person.email ilike private.like_pattern(search)
$$;

-- # Calls

-- ## The account

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

-- ## Addresses

create function private.own_email(email_id bigint)
returns public.emails
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  held public.emails;
begin
  -- The account is the lock: changes of its addresses happen one after the other.
  perform 1 from public.users u where u.id = me for update;
  select * into held from public.emails e where e.id = email_id and e.user_id = me;
  if not found then
    perform private.problem('NOT_FOUND', 404, 'E-mail not found.');
  end if;
  return held;
end
$$;

create function private.send_email_code(address public.emails)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Made and counted for every address: what its owner sees must not depend on whose it is.
  made constant jsonb := private.make_code('confirm_email', address.email, 'user:' || address.user_id, with_link => true);
  may_tell constant boolean := private.throttle_hit('address-claimed:' || address.email, 3, 86400) = 0;
  asker constant jsonb := (
    select jsonb_build_object('username', u.username, 'account', (select e.email from public.emails e where e.user_id = u.id and e.is_primary))
    from public.users u where u.id = address.user_id);
begin
  if private.account_of(address.email) is null then
    perform private.mail_code(address.email, asker || made);
  elsif may_tell then
    perform private.enqueue_mail(address.email, 'address_claimed', asker || jsonb_build_object('at', now()));
  end if;
end
$$;
comment on function private.send_email_code is 'Mails the code and the link that confirm an added address, and says which account asks. Where another account has confirmed the address, that account hears of it instead, three times a day, and nobody learns the code.';

create function public.add_email(p_email text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_proven_account();
  address text;
  wait integer;
  made public.emails;
begin
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('ACTION_PROHIBITED', 403, 'An account has at most 20 e-mail addresses.', 'email');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return jsonb_build_object('id', null, 'email', address, 'retry_after', wait);
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return jsonb_build_object('id', made.id, 'email', made.email, 'retry_after', 0);
end
$$;
comment on function public.add_email is 'Adds an address to the caller''s account and mails it a code and a link; it counts once confirmed. The same for an address that another account has; when asked too often the seconds to wait, and nothing is added.';

create function public.resend_email_code(p_email_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
  wait integer := 0;
begin
  if held.confirmed_at is null then
    wait := private.code_wait('confirm_email', held.email, host(private.client_address()));
    if wait = 0 then
      perform private.send_email_code(held);
    end if;
  end if;
  return jsonb_build_object('email', held.email, 'retry_after', wait);
end
$$;
comment on function public.resend_email_code is 'Mails a fresh code to an address that is not confirmed; the seconds to wait when asked too often.';

create function public.set_primary_email(p_email_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.confirmed_at is null then
    perform private.problem('VALIDATION_ERROR', 400, 'Please confirm this email before setting it to your primary address.', 'email');
  end if;
  update public.emails e set is_primary = false where e.user_id = held.user_id and e.is_primary and e.id <> held.id;
  update public.emails e set is_primary = true where e.id = held.id;
  if not held.is_primary then
    perform private.tell_account(held.user_id, 'primary_email_changed', jsonb_build_object('email', held.email));
  end if;
  return public.me();
end
$$;
comment on function public.set_primary_email is 'Makes a confirmed address the primary one; takes a proof of the last ten minutes.';

create function private.move_credential(user_id bigint, away_from text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  credential constant uuid := (select u.auth_id from public.users u where u.id = move_credential.user_id);
  address constant text := (select e.email from public.emails e where e.user_id = move_credential.user_id and e.is_primary);
begin
  if not exists (select 1 from auth.users a where a.id = credential and a.email = away_from) then
    return;
  end if;
  -- A sign-up that was never finished leaves a credential without an account: it makes way for who proved the address.
  delete from auth.users a
  where a.email = address and a.id <> credential and not exists (select 1 from public.users u where u.auth_id = a.id);
  update auth.users a set email = address, updated_at = now() where a.id = credential;
  update auth.identities i set identity_data = i.identity_data || jsonb_build_object('email', address), updated_at = now()
  where i.user_id = credential and i.provider = 'email';
end
$$;
comment on function private.move_credential is 'A credential never keeps an address its account gave up: whoever proves that address next must not end up in this account.';

create function public.remove_email(p_email_id bigint)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.is_primary and not exists (
    select 1 from public.emails e where e.user_id = held.user_id and e.id <> held.id and e.confirmed_at is not null) then
    perform private.problem('ACTION_PROHIBITED', 403, 'The last confirmed e-mail address of an account cannot be removed.');
  end if;
  if held.is_primary then
    perform private.problem('ACTION_PROHIBITED', 403, 'Choose another primary address before removing this one.');
  end if;
  if held.confirmed_at is not null then
    perform private.tell_account(held.user_id, 'email_removed', jsonb_build_object('email', held.email));
  end if;
  delete from public.emails e where e.id = held.id;
  delete from private.codes c where c.subject = 'user:' || held.user_id and c.email = held.email;
  perform private.move_credential(held.user_id, held.email);
  return public.me();
end
$$;
comment on function public.remove_email is 'Takes an address off the caller''s account; the primary one and the last confirmed one stay.';

create function private.confirm_own_email(user_id bigint, email text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.confirm_address(user_id, email);
  perform private.tell_account(user_id, 'email_added', jsonb_build_object('email', confirm_own_email.email));
end
$$;
comment on function private.confirm_own_email is 'Confirms an added address; the account hears of it at all its addresses.';

create function public.email_confirmation(p_token text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('email', c.email, 'username', u.username, 'is_mine', u.id is not distinct from private.current_user_id())
  from private.codes c join public.users u on c.subject = 'user:' || u.id
  where c.token_hash = private.token_hash(p_token) and c.purpose = 'confirm_email' and c.expires_at > now()
$$;
comment on function public.email_confirmation is 'Which address the link of a mail would add to which account, and whether that is the caller''s; null for a link that does not hold. Looking uses nothing up.';

create function public.confirm_email(p_code text default null, p_token text default null, p_email text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.guess_wait('user:' || me, host(private.client_address()));
  outcome text := 'spent_code';
  verdict text;
  held private.codes;
begin
  if wait = 0 then
    -- One attempt is one at one address: many that wait are not many chances.
    select c.* into held from private.codes c
    where c.subject = 'user:' || me and c.purpose = 'confirm_email'
      and case when p_code is null then c.token_hash = private.token_hash(p_token) and c.expires_at > now()
        else c.email = lower(btrim(p_email)) or p_email is null end
    order by c.created_at desc, c.id desc
    limit 1;
    verdict := case
      when held.id is null then 'spent'
      when p_code is null then 'ok'
      else private.check_code('confirm_email', held.email, held.subject, p_code) end;
    if verdict = 'ok' then
      delete from private.codes c where c.id = held.id;
      perform private.confirm_own_email(me, held.email);
      return jsonb_build_object('outcome', 'confirmed', 'email', held.email, 'retry_after', 0);
    elsif verdict = 'wrong' then
      outcome := 'invalid_code';
    end if;
  end if;
  return jsonb_build_object('outcome', case when p_code is null then 'invalid_token' else outcome end, 'email', null, 'retry_after', wait);
end
$$;
comment on function public.confirm_email is 'Confirms an address that the caller added, by the link of its mail or by its code: that of the address named, or of the one that was asked for last. Only in a session of the account that asked: a link that somebody else follows binds nothing.';

-- ## Leaving

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
          'last_seen_at', m.last_seen_at, 'receive_daily_summary', m.receive_daily_summary) order by w.name), '[]')
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
      'activity', (
        select coalesce(jsonb_agg(jsonb_build_object('workspace', w.slug, 'type', a.type, 'metadata', a.metadata,
          'ip_address', a.ip_address, 'created_at', a.created_at) order by a.created_at desc, a.id desc), '[]')
        from (select * from public.activity_events o where o.actor_id = me order by o.created_at desc, o.id desc limit 10000) a
        join public.workspaces w on w.id = a.workspace_id))
    from public.users u where u.id = me);
end
$$;
comment on function public.export_account is 'Everything kept about the caller: account, addresses, connected accounts (no tokens), sessions, memberships, and their last 10,000 entries in trails.';

create function private.forget_in_trail(user_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.activity_events a set actor_id = null, actor_name = 'Deleted user', actor_email = '', ip_address = null
  where a.actor_id = forget_in_trail.user_id
$$;
comment on function private.forget_in_trail is 'The trail keeps what was done, not who a deleted account was.';

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
    perform private.problem('VALIDATION_ERROR', 400, 'Type your username to confirm.', 'username');
  end if;
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
    perform private.problem('USER_IS_OWNER', 403, format('You are the only owner of %s. Make somebody else an owner first.', held_back));
  end if;
  delete from public.workspaces w
  where exists (select 1 from public.workspace_members m where m.workspace_id = w.id and m.user_id = me and m.role = 'owner')
    and not exists (select 1 from public.workspace_members o where o.workspace_id = w.id and o.user_id <> me);
  perform private.tell_account(me, 'account_deleted', jsonb_build_object('username', account.username));
  perform private.log_activity(m.workspace_id, 'workspace.member.left', jsonb_build_object('role', m.role))
  from public.workspace_members m where m.user_id = me;
  -- What was theirs passes on with each membership (private.forget_member).
  delete from public.workspace_members m where m.user_id = me;
  delete from public.workspace_invitations i where i.accepted_by = me;
  delete from private.codes c
  where c.subject = 'user:' || me
    or c.email in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  delete from private.outbox_mails o
  where o.sent_at is not null
    and o.recipient in (select e.email from public.emails e where e.user_id = me and e.confirmed_at is not null);
  perform private.forget_in_trail(me);
  delete from auth.users a where a.id = account.auth_id;
end
$$;
comment on function public.delete_account is 'Deletes the caller''s account for good, confirmed by typing the username. Workspaces nobody else is in go along; projects pass to the oldest other owner; trails keep the deeds without the name.';

-- # Grants

grant select (id, username, first_name, last_name, avatar_url, last_seen_at, created_at) on public.users to authenticated;
grant select on public.users to service_role;
grant select on public.emails to authenticated, service_role;

grant execute on function public.me, public.update_account to authenticated;
grant execute on function public.add_email, public.resend_email_code, public.set_primary_email, public.remove_email to authenticated;
grant execute on function public.email_confirmation, public.confirm_email to authenticated;
grant execute on function public.export_account, public.delete_account to authenticated;
