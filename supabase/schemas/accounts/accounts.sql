-- Accounts: the person behind a credential, their addresses, and what they are called.

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
create trigger keep_names before insert or update of first_name, last_name on public.users
  for each row execute function private.keep_names('first_name', 'last_name');
create trigger keep_addresses before insert or update of avatar_url on public.users
  for each row execute function private.keep_addresses('avatar_url');
alter table public.users enable row level security;

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
comment on index public.emails_email_key is 'A confirmed address belongs to one account. Claims are not unique: that would tell whose address is known.';
create unique index emails_one_primary_idx on public.emails (user_id) where is_primary;
create trigger lower_email before insert or update of email on public.emails for each row execute function private.lower_email();
alter table public.emails enable row level security;
create trigger announce_insert after insert on public.emails referencing new table as changed for each statement execute function private.announce_of_person();
create trigger announce_update after update on public.emails referencing old table as before new table as changed for each statement execute function private.announce_of_person();
create trigger announce_delete after delete on public.emails referencing old table as changed for each statement execute function private.announce_of_person();

create type public.person as (user_id bigint, display_name text, avatar_url text);
comment on type public.person is 'Somebody''s name and picture.';

create type public.account_email as (id bigint, email text, is_primary boolean, confirmed_at timestamptz);
comment on type public.account_email is 'An address of the caller''s account.';

create type public.account_membership as (
  workspace_id bigint,
  slug text,
  name text,
  logo_url text,
  role public.workspace_role,
  locked boolean,
  receive_daily_summary boolean
);
comment on type public.account_membership is 'A workspace of the caller; locked: closed to them.';

create type public.account as (
  id bigint,
  username text,
  first_name text,
  last_name text,
  avatar_url text,
  timezone text,
  is_site_admin boolean,
  is_account_info_collected boolean,
  created_at timestamptz,
  survey jsonb,
  has_password boolean,
  only_workspace_id bigint,
  emails public.account_email[],
  memberships public.account_membership[]
);
comment on type public.account is 'The caller''s account. only_workspace_id: the workspace that the session is for and sees nothing beyond; null for all.';

-- # Rules

create function private.announce_users()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(m.workspace_id, null, c.id, null)::private.change
      from changed c join before b using (id) left join public.workspace_members m on m.user_id = c.id
      where (c.username, c.first_name, c.last_name, c.avatar_url, c.timezone, c.is_site_admin, c.is_account_info_collected, c.has_password, c.survey)
        is distinct from (b.username, b.first_name, b.last_name, b.avatar_url, b.timezone, b.is_site_admin, b.is_account_info_collected, b.has_password, b.survey)));
  else
    perform private.announce_changes(tg_table_name, tg_op, 'change', array(
      select row(m.workspace_id, null, c.id, null)::private.change
      from changed c left join public.workspace_members m on m.user_id = c.id));
  end if;
  return null;
end
$$;
comment on function private.announce_users is 'The person hears of changes of the account, and so do their workspaces; of those alone that a screen shows.';
create trigger announce_insert after insert on public.users referencing new table as changed for each statement execute function private.announce_users();
create trigger announce_update after update on public.users referencing old table as before new table as changed for each statement execute function private.announce_users();
create trigger announce_delete after delete on public.users referencing old table as changed for each statement execute function private.announce_users();

create function private.keep_one_primary_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select 1 from public.users u where u.id = old.user_id)
    and not exists (select 1 from public.emails e where e.user_id = old.user_id and e.is_primary) then
    perform private.problem('primary_email_missing');
  end if;
  return null;
end
$$;
comment on function private.keep_one_primary_email is 'Checked when the transaction ends: in between an account may change which address is the primary one.';
create constraint trigger keep_one_primary after update or delete on public.emails
  deferrable initially deferred
  for each row when (old.is_primary) execute function private.keep_one_primary_email();

create function private.free_username(near text)
returns text
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  base text := btrim(substr(regexp_replace(lower(near), '[^a-z0-9]+', '-', 'g'), 1, 30), '-');
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
comment on function private.free_username is 'A username nobody has, near to a text.';

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

create function private.mail_account(user_id bigint, template text, data jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.enqueue_mail(e.email, template, data || jsonb_build_object('at', now()))
  from public.emails e where e.user_id = mail_account.user_id and e.confirmed_at is not null
$$;
comment on function private.mail_account is 'Mails every confirmed address of an account: whoever took one over cannot keep the others from hearing of it.';

-- # Views

create view private.people as
select u.id as user_id, u.username, u.first_name, u.last_name, private.display_name(u) as display_name, u.avatar_url, e.email
from public.users u
left join public.emails e on e.user_id = u.id and e.is_primary;
comment on view private.people is 'How people are shown. The address is for those who read the members of a workspace.';

create function private.person(user_id bigint)
returns public.person
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select row(p.user_id, p.display_name, p.avatar_url)::public.person
    from private.people p where p.user_id = person.user_id
  );
end
$$;
comment on function private.person is 'Somebody as others see them; null for nobody.';

-- Without a search path of its own: so it becomes part of the queries of those who ask.
create function private.person_for(person private.people, sees_addresses boolean)
returns private.people
language sql
immutable
as $$
  select row(person.user_id, person.username, person.first_name, person.last_name, person.display_name, person.avatar_url,
    case when sees_addresses then person.email end)::private.people
$$;
comment on function private.person_for is 'A person as lists show them; the address only for who reads addresses.';

create function private.is_found(person private.people, search text, by_address boolean)
returns boolean
language sql
immutable
as $$
  select coalesce(btrim(search), '') = '' or person.display_name ilike private.like_pattern(search) or person.username ilike private.like_pattern(search)
    or by_address and person.email ilike private.like_pattern(search)
$$;
comment on function private.is_found is 'Whether a person is meant by a search: by name, username and, for who reads addresses, address.';

-- # Calls

create function public.me()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(
    u.id, u.username, u.first_name, u.last_name, u.avatar_url, u.timezone, u.is_site_admin, u.is_account_info_collected, u.created_at,
    u.survey, u.has_password,
    (private.current_session()).only_workspace_id,
    array(
      select row(e.id, e.email, e.is_primary, e.confirmed_at)::public.account_email
      from public.emails e where e.user_id = u.id and (e.is_primary or private.own_account_id() is not null)
      order by e.is_primary desc, e.id),
    array(
      select row(w.id, w.slug, w.name, w.logo_url, m.role, w.locked and u.id <> private.oldest_owner_id(w.id),
        m.receive_daily_summary)::public.account_membership
      from public.workspace_members m join public.workspaces w on w.id = m.workspace_id
      where m.user_id = u.id and (private.own_account_id() is not null or private.reaches(w.id))
      order by w.name))::public.account)
  from public.users u
  where u.id = private.current_user_id()
$$;
comment on function public.me is 'The caller''s public.account with addresses and workspaces, or null (hence jsonb: PostgREST answers a row that is null as a row of nulls). A session for one workspace sees that workspace and the primary address.';

create function public.update_account(
  p_first_name text default null, p_last_name text default null, p_username text default null, p_avatar_url text default null,
  p_timezone text default null, p_survey jsonb default null, p_complete boolean default false)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  before public.users;
begin
  select * into before from public.users u where u.id = me;
  if btrim(coalesce(p_first_name, before.first_name, '')) = '' then
    perform private.problem('required', 'first_name');
  end if;
  if btrim(coalesce(p_last_name, before.last_name, '')) = '' then
    perform private.problem('required', 'last_name');
  end if;
  if p_survey is not null and jsonb_typeof(p_survey) <> 'object' then
    perform private.problem('survey_not_an_object');
  end if;
  if p_username <> before.username and private.throttle_hit('username:' || me, 20, 86400) > 0 then
    return private.answer_problem('username_changed_too_often');
  end if;
  begin
    update public.users u set
      first_name = coalesce(btrim(p_first_name), u.first_name),
      last_name = coalesce(btrim(p_last_name), u.last_name),
      username = coalesce(p_username, u.username),
      avatar_url = case when p_avatar_url is null then u.avatar_url else nullif(btrim(p_avatar_url), '') end,
      timezone = coalesce(p_timezone, u.timezone),
      survey = u.survey || coalesce(p_survey, '{}'),
      is_account_info_collected = u.is_account_info_collected or p_complete
    where u.id = me;
  exception when unique_violation then
    -- Answered instead of raised, so that it counts: who tries names learns twenty a day.
    return private.answer_problem('username_taken');
  end;
  return public.me();
end
$$;
comment on function public.update_account is 'Changes what is given of the caller''s names, username, avatar, time zone and survey answers (merged); p_complete ends the account step of sign-up. Answers their public.account, or what is wrong: hence jsonb.';

-- # Grants

grant select (id, username, first_name, last_name, avatar_url, last_seen_at, created_at) on public.users to authenticated;
grant select on public.emails to authenticated;

grant execute on function public.me, public.update_account to authenticated;
