-- E-mail claims: addresses that somebody came with and has not proven, and the code that decides.

-- # Tables

create table private.email_claims (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references public.workspaces (id) on delete cascade,
  workspace_integration_id bigint references public.workspace_integrations (id) on delete cascade,
  external_id text,
  user_id bigint references public.users (id) on delete cascade,
  email text not null,
  browser_hash text,
  username text,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  check ((workspace_integration_id is null) = (external_id is null) and (workspace_integration_id is null) <> (user_id is null)),
  constraint email_claims_key unique nulls not distinct (workspace_id, workspace_integration_id, external_id, user_id, email)
);
comment on table private.email_claims is 'Addresses that somebody came with and that are not proven: said by a provider whose word does not count everywhere, or added to an account and never confirmed. A code to the address decides.';
comment on column private.email_claims.browser_hash is 'The browser that the sign-in happened in: it alone can confirm the address. Without one nobody can.';
create index email_claims_integration_idx on private.email_claims (workspace_integration_id);
create index email_claims_user_id_idx on private.email_claims (user_id);
create index email_claims_email_idx on private.email_claims (workspace_id, email);
alter table private.email_claims enable row level security;

create table private.known_browsers (
  workspace_integration_id bigint not null references public.workspace_integrations (id) on delete cascade,
  external_id text not null,
  email text not null,
  browser_hash text not null,
  confirmed_at timestamptz not null default now(),
  primary key (workspace_integration_id, external_id, email, browser_hash)
);
comment on table private.known_browsers is 'Browsers in which somebody proved an address by code after the sign-in at such a provider. Only there does its word open an account that reaches other workspaces.';
alter table private.known_browsers enable row level security;

-- # Rules

create function private.claim_email(
  workspace_id bigint, integration_id bigint, external_id text, user_id bigint, email text, browser_hash text, username text, client text)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim_id bigint;
  wait integer;
begin
  insert into private.email_claims as c (workspace_id, workspace_integration_id, external_id, user_id, email, browser_hash, username)
  values (claim_email.workspace_id, integration_id, claim_email.external_id, claim_email.user_id, lower(claim_email.email),
    claim_email.browser_hash, claim_email.username)
  on conflict on constraint email_claims_key do update
    set browser_hash = excluded.browser_hash, username = excluded.username, created_at = now(), confirmed_at = null
  returning c.id into claim_id;
  wait := private.code_wait('member_email', email, client, browser_hash);
  if wait = 0 then
    perform private.send_claim_code(claim_id);
  end if;
  return wait;
end
$$;
comment on function private.claim_email is 'Remembers an unproven address of a sign-in and mails it a code; the seconds to wait when too many were asked for.';

create function private.send_claim_code(claim_id bigint)
returns void
language sql
security definer
set search_path = ''
as $$
  select private.send_code('member_email', c.email, 'claim:' || c.id, jsonb_build_object(
    'workspace_id', c.workspace_id, 'workspace', w.name, 'username', coalesce(u.username, c.username), 'integration', i.name,
    'account', (select e.email from public.emails e where e.user_id = u.id and e.is_primary)))
  from private.email_claims c
  join public.workspaces w on w.id = c.workspace_id
  left join public.users u on u.id = c.user_id
  left join public.workspace_integrations i on i.id = c.workspace_integration_id
  where c.id = claim_id
$$;
comment on function private.send_claim_code is 'Mails the code that confirms an e-mail claim, and says in whose name it was asked for.';

-- # Calls

create function public.svc_request_member_code(p_workspace_id bigint, p_email text, p_browser_hash text, p_client text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  wait constant integer := private.code_wait('member_email', p_email, p_client, p_browser_hash);
  claim private.email_claims;
begin
  if wait > 0 then
    return to_jsonb(row(wait)::public.code_wait);
  end if;
  select * into claim from private.email_claims c
  where c.workspace_id = p_workspace_id and c.email = lower(btrim(p_email)) and c.confirmed_at is null
    and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
  order by c.created_at desc, c.id desc
  limit 1;
  if found then
    perform private.send_claim_code(claim.id);
  end if;
  return to_jsonb(row(0)::public.code_wait);
end
$$;
comment on function public.svc_request_member_code is 'Sends the code of a sign-in that waits in this browser again; says the same when there is none. Of what others asked for about the address nothing is sent.';

create function public.svc_confirm_member_email(p_workspace_id bigint, p_email text, p_code text, p_browser_hash text, p_client text)
returns public.confirmed_email
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Without an address it is the one that this browser's last sign-in waits for.
  address constant text := coalesce(lower(btrim(p_email)), (
    select c.email from private.email_claims c
    where c.workspace_id = p_workspace_id and c.browser_hash = p_browser_hash and c.confirmed_at is null
      and c.created_at > now() - interval '1 day'
    order by c.created_at desc, c.id desc
    limit 1), '');
  wait constant integer := private.guess_wait(address, p_client, p_browser_hash);
  outcome text := 'spent_code';
  verdict text;
  claim private.email_claims;
begin
  if wait > 0 then
    return row('invalid_code', null, wait)::public.confirmed_email;
  end if;
  for claim in
    select c.* from private.email_claims c
    where c.workspace_id = p_workspace_id and c.email = address and c.confirmed_at is null
      and c.created_at > now() - interval '1 day' and c.browser_hash = p_browser_hash
    order by c.created_at desc, c.id desc
    limit 5
  loop
    verdict := private.check_code('member_email', claim.email, 'claim:' || claim.id, p_code);
    if verdict = 'wrong' then
      outcome := 'invalid_code';
    elsif verdict = 'ok' then
      perform private.consume_code('member_email', claim.email, p_code, 'claim:' || claim.id);
      update private.email_claims c set confirmed_at = now() where c.id = claim.id;
      if claim.user_id is not null then
        perform private.confirm_address(claim.user_id, claim.email);
      else
        insert into private.known_browsers as b (workspace_integration_id, external_id, email, browser_hash)
        values (claim.workspace_integration_id, claim.external_id, claim.email, p_browser_hash)
        on conflict on constraint known_browsers_pkey do update set confirmed_at = now();
      end if;
      return row('confirmed', address, 0)::public.confirmed_email;
    end if;
  end loop;
  return row(outcome, null, 0)::public.confirmed_email;
end
$$;
comment on function public.svc_confirm_member_email is 'Confirms the address of a waiting sign-in by its code, in the browser it happened in and in no other: a code that somebody types for their own sign-in is never tried for a stranger''s. The person then signs in again.';

create function private.browser_is_known(user_id bigint, integration_id bigint, external_id text, browser_hash text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select 1 from private.known_browsers b
    join public.emails e on e.email = b.email and e.user_id = browser_is_known.user_id and e.confirmed_at is not null
    where b.workspace_integration_id = integration_id and b.external_id = browser_is_known.external_id
      and b.browser_hash = browser_is_known.browser_hash)
$$;
comment on function private.browser_is_known is 'Whether a code to an address of the account was entered in this browser after a sign-in as this person of the provider.';

-- # Grants

grant execute on function public.svc_request_member_code, public.svc_confirm_member_email to service_role;
