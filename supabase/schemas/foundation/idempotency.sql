-- Idempotency: a request that is sent again with its key is not done again.

-- # Tables

create table private.idempotency_keys (
  auth_id uuid not null references auth.users (id) on delete cascade,
  scope text not null check (length(scope) between 1 and 500),
  key text not null check (length(key) between 1 and 255),
  fingerprint text not null check (length(fingerprint) <= 100),
  status integer check (status between 200 and 499),
  body jsonb check (length(body::text) <= 200000),
  created_at timestamptz not null default now(),
  claim uuid not null default gen_random_uuid(),
  renewed_at timestamptz not null default now(),
  primary key (auth_id, scope, key)
);
comment on table private.idempotency_keys is 'Requests sent with an Idempotency-Key, for a day. Without a status the first one is still running.';
comment on column private.idempotency_keys.claim is 'Who works for the key: where a retry has taken it over, the one before changes nothing of it.';
comment on column private.idempotency_keys.renewed_at is 'While its request runs it says so every few seconds: one that has not for half a minute was cut off.';
comment on column private.idempotency_keys.scope is 'Method and path: the same key on another call is another request.';
comment on column private.idempotency_keys.fingerprint is 'What the first request said, so that a key is not reused for something else.';
create index idempotency_keys_age_idx on private.idempotency_keys (created_at);
alter table private.idempotency_keys enable row level security;

-- # Calls

create type public.idempotency as (state text, status integer, body jsonb, claim uuid);
comment on type public.idempotency is 'What is known of a key: new, with the claim by which it is renewed and ended; running, mismatch; or done, with what was answered.';

create function public.idempotency_begin(p_scope text, p_key text, p_fingerprint text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.current_auth_id();
  held private.idempotency_keys;
  taken uuid;
begin
  if caller is null then
    perform private.problem('sign_in_first');
  end if;
  delete from private.idempotency_keys k where k.auth_id = caller and k.created_at < now() - interval '1 day';
  insert into private.idempotency_keys (auth_id, scope, key, fingerprint)
  values (caller, p_scope, p_key, p_fingerprint)
  on conflict do nothing
  returning claim into taken;
  if taken is not null then
    -- What is kept is room on a disk that all share.
    if private.throttle_hit('idempotency:' || caller, 1000, 86400) > 0 then
      perform private.problem('too_many_idempotency_keys');
    end if;
    return to_jsonb(row('new', null, null, taken)::public.idempotency);
  end if;
  select * into held from private.idempotency_keys k
  where k.auth_id = caller and k.scope = p_scope and k.key = p_key
  for update;
  if held.fingerprint <> p_fingerprint then
    return to_jsonb(row('mismatch', null, null, null)::public.idempotency);
  end if;
  if held.status is not null then
    return to_jsonb(row('done', held.status, held.body, null)::public.idempotency);
  end if;
  -- A request that says nothing any more was cut off: its key may be tried again.
  if held.renewed_at < now() - interval '30 seconds' then
    update private.idempotency_keys k set created_at = now(), renewed_at = now(), claim = gen_random_uuid()
    where k.auth_id = caller and k.scope = p_scope and k.key = p_key
    returning claim into taken;
    return to_jsonb(row('new', null, null, taken)::public.idempotency);
  end if;
  return to_jsonb(row('running', null, null, null)::public.idempotency);
end
$$;
comment on function public.idempotency_begin is 'Takes a key for a request: new, running, done (with the answer to repeat) or mismatch (used for another request).';

create function public.idempotency_finish(p_scope text, p_key text, p_claim uuid, p_status integer, p_body jsonb)
returns void
language sql
security definer
set search_path = ''
as $$
  -- A longer answer is not kept: who repeats the request learns that it was done.
  update private.idempotency_keys k set status = p_status, body = case when octet_length(p_body::text) <= 100000 then p_body end
  where p_status is not null and k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.claim = p_claim and k.status is null
$$;
comment on function public.idempotency_finish is 'Keeps the answer of a request, for its retries.';

create function public.idempotency_release(p_scope text, p_key text, p_claim uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from private.idempotency_keys k
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.claim = p_claim and k.status is null
$$;
comment on function public.idempotency_release is 'Gives a key back after a request that changed nothing.';

create function public.idempotency_renew(p_scope text, p_key text, p_claim uuid)
returns void
language sql
security definer
set search_path = ''
as $$
  update private.idempotency_keys k set renewed_at = now()
  where k.auth_id = private.current_auth_id() and k.scope = p_scope and k.key = p_key and k.claim = p_claim and k.status is null
$$;
comment on function public.idempotency_renew is 'Says that the request of a key is still running.';

-- # Grants

grant execute on function public.idempotency_begin, public.idempotency_finish, public.idempotency_release, public.idempotency_renew to authenticated;
