-- The addresses of an account: adding, confirming, choosing the primary one, removing.

-- # Calls

create type public.added_email as (id bigint, email text, retry_after integer);
comment on type public.added_email is 'An address that was added, or how many seconds to wait before: then without an id.';

create type public.email_confirmation as (email text, username text, is_mine boolean);
comment on type public.email_confirmation is 'What a link of a mail would confirm: the address, the account it would belong to, and whether that is the caller''s.';

create type public.confirmed_email as (outcome text, email text, retry_after integer);
comment on type public.confirmed_email is 'How confirming an address went: confirmed, or invalid_code, spent_code or invalid_token, and how many seconds to wait.';

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
    perform private.problem('email_not_found');
  end if;
  return held;
end
$$;
comment on function private.own_email is 'An address of the callers account, which is locked; 404 for any other.';

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
  perform private.require_alone('add_email');
  address := private.require_email(p_email);
  perform 1 from public.users u where u.id = me for update;
  if (select count(*) from public.emails e where e.user_id = me) >= 20 then
    perform private.problem('too_many_emails');
  end if;
  -- Said by the answer: a refusal would undo the count.
  wait := greatest(
    private.code_wait('confirm_email', address, host(private.client_address())),
    private.throttle_hit('add-email:' || me, 30, 86400));
  if wait > 0 then
    return to_jsonb(row(null, address, wait)::public.added_email);
  end if;
  insert into public.emails (user_id, email) values (me, address) returning * into made;
  perform private.send_email_code(made);
  return to_jsonb(row(made.id, made.email, 0)::public.added_email);
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
  perform private.require_alone('resend_email_code');
  if held.confirmed_at is null then
    wait := private.code_wait('confirm_email', held.email, host(private.client_address()));
    if wait = 0 then
      perform private.send_email_code(held);
    end if;
  end if;
  return to_jsonb(row(held.email, wait)::public.code_sent);
end
$$;
comment on function public.resend_email_code is 'Mails a fresh code to an address that is not confirmed; the seconds to wait when asked too often.';

create function public.set_primary_email(p_email_id bigint)
returns public.account
language plpgsql
security definer
set search_path = ''
as $$
declare
  held constant public.emails := private.own_email(p_email_id);
begin
  perform private.require_recent_proof();
  if held.confirmed_at is null then
    perform private.problem('email_not_confirmed');
  end if;
  update public.emails e set is_primary = false where e.user_id = held.user_id and e.is_primary and e.id <> held.id;
  update public.emails e set is_primary = true where e.id = held.id;
  if not held.is_primary then
    perform private.mail_account(held.user_id, 'primary_email_changed', jsonb_build_object('email', held.email));
  end if;
  return jsonb_populate_record(null::public.account, public.me());
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
returns public.account
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
    perform private.problem('last_confirmed_email');
  end if;
  if held.is_primary then
    perform private.problem('primary_email_in_use');
  end if;
  if held.confirmed_at is not null then
    perform private.mail_account(held.user_id, 'email_removed', jsonb_build_object('email', held.email));
  end if;
  delete from public.emails e where e.id = held.id;
  delete from private.codes c where c.subject = 'user:' || held.user_id and c.email = held.email;
  perform private.move_credential(held.user_id, held.email);
  return jsonb_populate_record(null::public.account, public.me());
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
  perform private.mail_account(user_id, 'email_added', jsonb_build_object('email', confirm_own_email.email));
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
  select to_jsonb(row(c.email, u.username, u.id is not distinct from private.current_user_id())::public.email_confirmation)
  from private.codes c join public.users u on c.subject = 'user:' || u.id
  where c.token_hash = private.token_hash(p_token) and c.purpose = 'confirm_email' and c.expires_at > now()
$$;
comment on function public.email_confirmation is 'Which address the link of a mail would add to which account, and whether that is the caller''s; null for a link that does not hold (hence jsonb). Looking uses nothing up.';

create function public.confirm_email(p_code text default null, p_token text default null, p_email text default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  me constant bigint := private.require_account();
  wait constant integer := private.own_guess_wait(me, 'confirm_email');
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
      return to_jsonb(row('confirmed', held.email, 0)::public.confirmed_email);
    elsif verdict = 'wrong' then
      outcome := 'invalid_code';
    end if;
  end if;
  return to_jsonb(row(case when p_code is null then 'invalid_token' else outcome end, null, wait)::public.confirmed_email);
end
$$;
comment on function public.confirm_email is 'Confirms an address that the caller added, by the link of its mail or by its code: that of the address named, or of the one that was asked for last. Only in a session of the account that asked: a link that somebody else follows binds nothing.';

-- # Grants

grant execute on function
  public.add_email, public.resend_email_code, public.set_primary_email, public.remove_email, public.email_confirmation, public.confirm_email
to authenticated;
