-- Audit webhooks: the trail of a workspace sent on to its SIEM, signed, in order, until it is taken. The worker sends
-- (worker/jobs/deliver-audit.ts); what came of it is kept here, so that a worker that dies sends the same batch again.

-- # Tables

create function private.has_plain_host(url text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(url) <= 2000 and url ~ '^https?://[^/?#@\\\s]+([/?#][^\\\s]*)?$'
$$;
comment on function private.has_plain_host is 'Whether everybody reads the same host in an address: without names and passwords before it, and without backslashes, which some take for slashes (WHATWG URL).';

create sequence private.audit_webhook_versions as integer;
comment on sequence private.audit_webhook_versions is 'A number for each state of a webhook: one that was removed and set anew has none of its numbers again.';

create table private.audit_webhooks (
  workspace_id bigint primary key references public.workspaces (id) on delete cascade,
  url text not null constraint check_audit_webhooks_url check (private.has_plain_host(url)),
  ciphertext text not null constraint check_audit_webhooks_ciphertext
    check (length(ciphertext) <= 2000 and ciphertext ~ '^[A-Za-z0-9+/=_.:-]+$'),
  key_id text not null constraint check_audit_webhooks_key_id check (length(key_id) between 1 and 60),
  creator_id bigint references public.users (id) on delete set null,
  created_at timestamptz not null default now(),
  version integer not null default nextval('private.audit_webhook_versions'),
  sent_to bigint not null,
  batch_end bigint,
  delivered bigint not null default 0,
  delivered_at timestamptz,
  tries integer not null default 0,
  tried_at timestamptz,
  problem text constraint check_audit_webhooks_problem check (length(problem) <= 300),
  failing_since timestamptz,
  next_try_at timestamptz not null default now(),
  paused_at timestamptz,
  slow_until timestamptz
);
comment on table private.audit_webhooks is 'Where the trail of a workspace is sent, one a workspace. Its secret is encrypted by the functions.';
comment on column private.audit_webhooks.version is 'Another one with each change: what was sent by an older one says nothing of this one.';
comment on column private.audit_webhooks.sent_to is 'The last event that was taken.';
comment on column private.audit_webhooks.batch_end is 'The last event of the batch that is under way: tried again, it is the same batch.';
comment on column private.audit_webhooks.slow_until is 'Until then it waits with the others whose receivers answer late, and not before those that answer at once.';
create index audit_webhooks_creator_id_idx on private.audit_webhooks (creator_id);
create index audit_webhooks_next_try_at_idx on private.audit_webhooks (next_try_at) where paused_at is null;
alter table private.audit_webhooks enable row level security;

-- # Rules

create function private.may_send_audit(workspace_id bigint)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select 1 from public.workspaces w where w.id = may_send_audit.workspace_id and not private.is_locked(w))
    and private.plan_holds(may_send_audit.workspace_id, 'activity_logs')
$$;
comment on function private.may_send_audit is 'Whether the trail of a workspace is sent at all: while it is open and its plan holds the activity.';

create function private.queue_audit_deliveries()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  queued integer;
begin
  with due as (
    select h.workspace_id, h.slow_until > now() as is_slow from private.audit_webhooks h
    where h.paused_at is null and h.next_try_at <= now() and private.may_send_audit(h.workspace_id)
      and (h.batch_end is not null
        or exists (select 1 from public.activity_events a where a.workspace_id = h.workspace_id and a.id > h.sent_to))
    order by h.next_try_at limit 500 for update skip locked
  ), put_off as (
    -- Should its worker die, the next one sends it all the same.
    update private.audit_webhooks h set next_try_at = now() + interval '5 minutes' from due where h.workspace_id = due.workspace_id
    returning h.workspace_id, due.is_slow
  )
  -- A queue of its own for each: of two jobs of a workspace one waits, so that batches are sent in order.
  select count(graphile_worker.add_job(case when p.is_slow then 'deliver_audit_slowly' else 'deliver_audit' end,
    json_build_object('workspace_id', p.workspace_id), queue_name => 'audit:' || p.workspace_id, job_key => 'audit:' || p.workspace_id,
    max_attempts => 3)) into queued
  from put_off p;
  return queued;
end
$$;
comment on function private.queue_audit_deliveries is 'Has the worker send what is new in the trails that are followed by a webhook; every minute. Receivers that answer late have places of their own: deliver_audit_slowly.';

create function private.audit_batch(workspace_id bigint, most integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  hook private.audit_webhooks;
  events jsonb;
begin
  select * into hook from private.audit_webhooks h where h.workspace_id = audit_batch.workspace_id for update;
  if hook.workspace_id is null or hook.paused_at is not null or not private.may_send_audit(hook.workspace_id) then
    return null;
  end if;
  if hook.batch_end is null then
    select max(e.id) into hook.batch_end from private.trail_after(hook.workspace_id, hook.sent_to, most) e;
    if hook.batch_end is null then
      return null;
    end if;
    update private.audit_webhooks h set batch_end = hook.batch_end where h.workspace_id = hook.workspace_id;
  end if;
  select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') into events
  from private.trail_for_programs(hook.workspace_id, hook.sent_to, most) e where e.id <= hook.batch_end;
  return jsonb_build_object('version', hook.version, 'url', hook.url, 'secret', jsonb_build_object('ciphertext', hook.ciphertext, 'key_id', hook.key_id),
    'after', hook.sent_to, 'until', hook.batch_end, 'events', events);
end
$$;
comment on function private.audit_batch is 'What is to be sent next of a trail, and where to: the batch that was begun, or the next one; null where there is nothing to do.';

create function private.tell_of_audit_webhook(workspace_id bigint, template text, data jsonb default '{}')
returns void
language sql
security definer
set search_path = ''
as $$
  select private.enqueue_mail(e.email, template, jsonb_build_object('workspace_id', tell_of_audit_webhook.workspace_id) || data)
  from public.workspace_members m
  join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceActivityRead'
  join public.emails e on e.user_id = m.user_id and e.is_primary
  where m.workspace_id = tell_of_audit_webhook.workspace_id and m.is_active
$$;
comment on function private.tell_of_audit_webhook is 'Mails all who may read the activity of a workspace: where it goes, or that it goes nowhere, is theirs to know.';

create function private.tell_of_audit_host(workspace_id bigint, old text, new text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Led to and fro, it fills nobody's inbox: the trail has each change.
  if old is not null and old is distinct from new and private.throttle_hit('audit-mail:' || workspace_id, 10, 86400) = 0 then
    perform private.tell_of_audit_webhook(workspace_id, 'audit_moved', jsonb_build_object('removed', new is null,
      'person', (select private.display_name(u) from public.users u where u.id = private.current_user_id())));
  end if;
end
$$;
comment on function private.tell_of_audit_host is 'Mails who may read the activity that it is sent to another host, or nowhere any more (new is null): whoever covers their tracks does this first.';

create function private.keep_audit_delivery(workspace_id bigint, version integer, until bigint, events integer, problem text, is_slow boolean)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  hook private.audit_webhooks;
begin
  select * into hook from private.audit_webhooks h where h.workspace_id = keep_audit_delivery.workspace_id for update;
  if hook.version is distinct from keep_audit_delivery.version or hook.paused_at is not null
    -- A worker that lost the database for a while speaks of a batch that another one has sent by now.
    or hook.batch_end is null or hook.batch_end is distinct from keep_audit_delivery.until then
    return 'changed';
  end if;
  if is_slow then
    update private.audit_webhooks h set slow_until = now() + interval '1 hour' where h.workspace_id = hook.workspace_id;
  end if;
  if problem is null then
    update private.audit_webhooks h
    set sent_to = hook.batch_end, batch_end = null, delivered = h.delivered + events, delivered_at = case when events > 0 then now() else h.delivered_at end,
      tries = 0, tried_at = now(), problem = null, failing_since = null, next_try_at = now()
    where h.workspace_id = hook.workspace_id;
    return 'taken';
  end if;
  hook.failing_since := coalesce(hook.failing_since, now());
  if hook.failing_since < now() - interval '3 days' then
    hook.paused_at := now();
    perform private.log_activity(hook.workspace_id, 'workspace.audit_webhook.paused', jsonb_build_object('host', private.host_in(hook.url)));
    perform private.tell_of_audit_webhook(hook.workspace_id, 'audit_paused');
  end if;
  update private.audit_webhooks h
  set tries = h.tries + 1, tried_at = now(), problem = left(keep_audit_delivery.problem, 300), failing_since = hook.failing_since, paused_at = hook.paused_at,
    next_try_at = now() + least(interval '1 minute' * 2 ^ least(h.tries, 10), interval '1 hour')
  where h.workspace_id = hook.workspace_id;
  return case when hook.paused_at is null then 'later' else 'paused' end;
end
$$;
comment on function private.keep_audit_delivery is 'Keeps what came of a batch: taken, or why not (then it is tried again, a minute later, two, up to an hour). After three days without success it is paused, and who may read the activity hears of it. Whose receiver was slow waits with such for an hour. Answers taken, later, paused, or changed where the webhook is another one now, or the batch, which ends with until, was taken already.';

create function private.reason_against_calling(url text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  opened constant text[] := (select d.inside_hosts from private.deployment d);
  -- Without the spellings that are read as another host than they seem to name.
  normal constant text := private.normal_address(url, false);
  host constant text := private.host_in(normal);
  name constant text := btrim(regexp_replace(host, ':[0-9]+$', ''), '[].');
  is_opened constant boolean := opened is null or host = any (opened);
  address constant inet := case when name ~ ':|^[0-9.]+$' then name::inet end;
  is_outside boolean := name ~ '\.' and name !~ '(^|\.)(localhost|internal)$';
begin
  if normal is null or not private.has_plain_host(url) then
    return 'address_invalid';
  elsif opened is not null and normal not like 'https://%' then
    return 'address_not_https';
  elsif name = 'metadata.google.internal' or address <<= any (array['169.254.0.0/16', 'fe80::/10', 'fd00:ec2::254', '100.100.100.200',
    '168.63.129.16', '192.0.0.192']::inet[]) then
    return 'address_not_allowed';
  end if;
  if family(address) = 4 then
    is_outside := not address <<= any (array['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.0.0.0/24',
      '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24',
      '203.0.113.0/24', '224.0.0.0/3']::inet[]);
  elsif family(address) = 6 then
    -- Of IPv6 only 2000::/3 is given out.
    is_outside := address <<= '2000::/3' and not address <<= any (array['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']::inet[]);
  end if;
  return case when not is_outside and not is_opened then 'address_inside' end;
end
$$;
comment on function private.reason_against_calling is 'Why an address that somebody gives may not be called, or null: as the calls themselves have it (_shared/net/outgoing.ts), which ask again where its name leads.';

create function private.host_in(url text)
returns text
language sql
immutable
set search_path = ''
as $$
  select substring(url from '^[a-z]+://([^/?#]+)')
$$;
comment on function private.host_in is 'The host of an address, with its port: what else is in one may be a secret.';

create type public.audit_webhook as (
  url text, status text, creator public.token_creator, created_at timestamptz, delivered bigint, delivered_at timestamptz, waiting integer,
  tried_at timestamptz, next_try_at timestamptz, failing_since timestamptz, paused_at timestamptz, problem text);
comment on type public.audit_webhook is 'Where the trail of a workspace is sent. status: active, failing (tried again at next_try_at), paused (failed for three days), off (locked, or not in the plan). waiting counts entries that were not taken yet, to a thousand.';

create function private.told_audit_webhook(workspace_id bigint)
returns public.audit_webhook
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    h.url,
    case when not private.may_send_audit(h.workspace_id) then 'off' when h.paused_at is not null then 'paused'
      when h.failing_since is not null then 'failing' else 'active' end,
    (select row(u.id, private.display_name(u))::public.token_creator from public.users u where u.id = h.creator_id),
    h.created_at, h.delivered, h.delivered_at,
    (select count(*) from (select 1 from public.activity_events a where a.workspace_id = h.workspace_id and a.id > h.sent_to limit 1000) beyond)::integer,
    h.tried_at, case when h.failing_since is not null and h.paused_at is null then h.next_try_at end, h.failing_since, h.paused_at, h.problem
  )::public.audit_webhook
  from private.audit_webhooks h where h.workspace_id = told_audit_webhook.workspace_id
$$;
comment on function private.told_audit_webhook is 'What is told of the audit webhook of a workspace; null without one.';

-- # Calls

create function public.audit_webhook_of(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceActivityRead');
  return to_jsonb(private.told_audit_webhook(p_workspace_id)::public.audit_webhook);
end
$$;
comment on function public.audit_webhook_of is 'The audit webhook of a workspace: a public.audit_webhook, or null (hence jsonb).';

create function public.set_audit_webhook(
  p_workspace_id bigint, p_url text, p_secret jsonb default null, p_is_first boolean default false, p_seen jsonb default null)
returns public.audit_webhook
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := btrim(p_url);
  -- Whose transactions are open now are not over: what they write is sent, too.
  horizon constant bigint := private.trail_horizon();
  held private.audit_webhooks;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  perform private.require_feature(p_workspace_id, 'activity_logs');
  if private.reason_against_calling(address) is not null then
    perform private.problem(private.reason_against_calling(address), 'url');
  end if;
  select * into held from private.audit_webhooks h where h.workspace_id = p_workspace_id for update;
  perform private.require_seen(p_seen, jsonb_build_object('url', address), jsonb_build_object('url', held.url),
    p_workspace_id, array['workspace.audit_webhook.set', 'workspace.audit_webhook.removed']);
  if p_is_first and held.workspace_id is not null then
    perform private.problem('audit_webhook_there');
  elsif p_secret is null and held.workspace_id is null then
    perform private.problem('required', 'secret');
  end if;
  if p_secret is not null then
    perform private.refuse_bad_secrets(jsonb_build_object('secret', p_secret), array['secret']);
    held.ciphertext := p_secret ->> 'ciphertext';
    held.key_id := p_secret ->> 'key_id';
  end if;
  insert into private.audit_webhooks as h (workspace_id, url, ciphertext, key_id, creator_id, sent_to)
  values (p_workspace_id, address, held.ciphertext, held.key_id, private.current_user_id(), horizon)
  on conflict on constraint audit_webhooks_pkey do update
    set url = excluded.url, ciphertext = excluded.ciphertext, key_id = excluded.key_id, creator_id = excluded.creator_id, version = nextval('private.audit_webhook_versions'),
      tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now();
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.set', jsonb_build_object('host', private.host_in(address),
    'old', private.host_in(held.url), 'other_address', held.url <> address, 'new_secret', p_secret is not null));
  perform private.tell_of_audit_host(p_workspace_id, private.host_in(held.url), private.host_in(address));
  return private.told_audit_webhook(p_workspace_id);
end
$$;
comment on function public.set_audit_webhook is 'Sends the trail of a workspace to an address from now on; where it was sent before, onward from what was taken there. p_secret: {ciphertext, key_id}, encrypted by the caller; null keeps the one before. p_is_first: refused where there is one, for somebody else was shown its secret. p_seen: the url that the caller saw, null for none, as in update_workspace_settings. Begins again what was paused. Needs a proof of the last ten minutes; who may read the activity gets a mail when the host is another one.';

create function public.resume_audit_webhook(p_workspace_id bigint)
returns public.audit_webhook
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  update private.audit_webhooks h
  set version = nextval('private.audit_webhook_versions'), tries = 0, problem = null, failing_since = null, paused_at = null, next_try_at = now()
  where h.workspace_id = p_workspace_id and (h.paused_at is not null or h.failing_since is not null);
  if not found and not exists (select 1 from private.audit_webhooks h where h.workspace_id = p_workspace_id) then
    perform private.problem('audit_webhook_none');
  end if;
  -- Each asks the address at once, however often it did not answer.
  if private.throttle_hit('audit-resume:' || p_workspace_id, 20, 3600) > 0 then
    perform private.problem('too_many_attempts');
  end if;
  return private.told_audit_webhook(p_workspace_id);
end
$$;
comment on function public.resume_audit_webhook is 'Sends at once what waits, also after a pause; nothing was lost meanwhile.';

create function public.delete_audit_webhook(p_workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  gone private.audit_webhooks;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceActivityRead');
  perform private.require_recent_proof();
  delete from private.audit_webhooks h where h.workspace_id = p_workspace_id returning * into gone;
  if gone.workspace_id is null then
    perform private.problem('audit_webhook_none');
  end if;
  perform private.log_activity(p_workspace_id, 'workspace.audit_webhook.removed', jsonb_build_object('host', private.host_in(gone.url)));
  perform private.tell_of_audit_host(p_workspace_id, private.host_in(gone.url), null);
end
$$;
comment on function public.delete_audit_webhook is 'Sends the trail of a workspace nowhere any more. Needs a proof of the last ten minutes; who may read the activity gets a mail.';

create type public.opened_audit_webhook as (url text, secret public.sealed);
comment on type public.opened_audit_webhook is 'The address and the encrypted secret of an audit webhook.';

create function public.svc_audit_webhook(p_workspace_id bigint)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(row(h.url, row(h.ciphertext, h.key_id)::public.sealed)::public.opened_audit_webhook)
  from private.audit_webhooks h where h.workspace_id = p_workspace_id and private.may_send_audit(h.workspace_id)
$$;
comment on function public.svc_audit_webhook is 'Address and encrypted secret of the audit webhook of a workspace, to try it; null without one, and where the trail is not sent at all. Who asks is for the caller to check.';

-- # Grants

grant execute on function public.audit_webhook_of, public.set_audit_webhook, public.resume_audit_webhook, public.delete_audit_webhook to authenticated;
grant execute on function public.svc_audit_webhook to service_role;
