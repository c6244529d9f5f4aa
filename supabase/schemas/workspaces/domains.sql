-- Custom domains: a host of its own for a workspace, once its owner has proven by DNS that the domain is theirs and leads here. The
-- worker looks (worker/domains/); what it found becomes a state here. `workspaces.domain` is what is served, and is nobody else's.

-- # Tables

create table private.custom_domains (
  workspace_id bigint primary key references public.workspaces (id) on delete cascade,
  domain text not null constraint check_custom_domains_domain check (length(domain) <= 240
    and domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$'),
  token text not null,
  proof text check (proof in ('found', 'missing', 'other', 'unanswered')),
  route text check (route in ('found', 'missing', 'elsewhere', 'unanswered')),
  addresses text[] not null default '{}',
  is_taken boolean not null default false,
  created_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  looked_at timestamptz,
  next_look_at timestamptz default now(),
  verified_at timestamptz,
  failing_since timestamptz,
  bad_looks integer not null default 0,
  switched_off_at timestamptz
);
comment on table private.custom_domains is 'The domain that a workspace claims, and what DNS said of it. A claim alone keeps nobody else from the same domain.';
comment on column private.custom_domains.token is 'What the TXT record has to say. New with each claim, so that a domain given up needs proof again.';
comment on column private.custom_domains.addresses is 'The addresses of this installation at the last look, for domains that can have no CNAME.';
comment on column private.custom_domains.is_taken is 'Whether everything was found, but another workspace has the domain.';
comment on column private.custom_domains.bad_looks is 'How many looks in a row have found for sure that the proof is gone or the domain leads elsewhere.';
alter table private.custom_domains enable row level security;
create index custom_domains_next_look_at_idx on private.custom_domains (next_look_at);
create trigger announce_insert after insert on private.custom_domains referencing new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_update after update on private.custom_domains referencing old table as before new table as changed for each statement execute function private.announce_of_workspace();
create trigger announce_delete after delete on private.custom_domains referencing old table as changed for each statement execute function private.announce_of_workspace();

-- # Rules

create function private.served_domain(host public.workspaces)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select host.domain
  where host.domain is not null and not private.is_locked(host) and coalesce(host.delete_at > now(), true)
    and (select d.mode from private.deployment d) = 'multi_tenant' and private.plan_holds(host.id, 'custom_domain')
$$;
comment on function private.served_domain is 'The custom domain that a workspace is served at: while it is open and its plan holds one. An installation of one company has its base host.';

create function private.base_hostname()
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select lower(regexp_replace(d.base_url, '^[a-z]+://([^:/]+).*$', '\1')) from private.deployment d
$$;
comment on function private.base_hostname is 'The host that workspaces are sub-domains of, without a port.';

create function private.is_kept_domain(domain text)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select is_kept_domain.domain = 'settings'
    -- Above the base host too: cookies of theirs would reach ours.
    or right('.' || is_kept_domain.domain, length(base.host) + 1) = '.' || base.host
    or right('.' || base.host, length(is_kept_domain.domain) + 1) = '.' || is_kept_domain.domain
    or is_kept_domain.domain ~ '(^|\.)(localhost|local|invalid|onion|arpa)$'
  from (select private.base_hostname() as host) base
$$;
comment on function private.is_kept_domain is 'Domains that nobody may claim: our own, what is above or below it, and names that mean something else to every machine.';

create function private.reason_against_domain(workspace_id bigint, domain text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when private.is_kept_domain(domain) then 'custom_domain_reserved'
    when length(domain) > 240 or domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$' then 'domain_invalid'
    when exists (
      select 1 from public.workspaces w
      where w.domain = reason_against_domain.domain and w.id <> reason_against_domain.workspace_id) then 'custom_domain_taken' end
$$;
comment on function private.reason_against_domain is 'What is wrong with a domain for a workspace, or null. Names in other scripts are written as DNS has them (xn--…); addresses are no names.';

create function private.leave_domain(workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.workspaces w set domain = null where w.id = leave_domain.workspace_id and w.domain is not null;
  -- Whoever has the domain next is sent the cookies that browsers keep for it.
  delete from auth.sessions s using private.sessions o
  where o.session_id = s.id and o.is_at_domain and o.only_workspace_id = leave_domain.workspace_id;
  -- What is asked from here on asks anew what the present session may do.
  perform set_config('waymark.session_claims', '', true);
end
$$;
comment on function private.leave_domain is 'Takes a workspace from its custom domain, and ends the sessions that were opened there.';

create function private.queue_domain_look(workspace_id bigint, run_at timestamptz default now())
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform graphile_worker.add_job('look_at_domain', json_build_object('workspace_id', workspace_id), run_at => queue_domain_look.run_at,
    job_key => 'domain:' || workspace_id, max_attempts => 3);
end
$$;
comment on function private.queue_domain_look is 'Has the worker look at the domain of a workspace; of several wishes one look comes.';

create function private.queue_domain_looks()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  due bigint[];
begin
  with due as (
    select c.workspace_id from private.custom_domains c where c.next_look_at <= now()
    order by c.next_look_at limit 500 for update skip locked
  ), put_off as (
    -- Should its look get lost, the next one is due all the same.
    update private.custom_domains c set next_look_at = now() + interval '10 minutes' from due where c.workspace_id = due.workspace_id
    returning c.workspace_id
  )
  select array_agg(p.workspace_id) into due from put_off p;
  perform private.queue_domain_look(id) from unnest(due) id;
  return coalesce(cardinality(due), 0);
end
$$;
comment on function private.queue_domain_looks is 'Has the worker look at the domains that are due; every minute.';

create function private.keep_domain_look(workspace_id bigint, token text, look jsonb)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim private.custom_domains;
  host public.workspaces;
  found_proof constant text := look ->> 'proof';
  found_route constant text := look ->> 'route';
  is_sure constant boolean := found_proof in ('missing', 'other') or found_route in ('missing', 'elsewhere');
  counts boolean;
  outcome text := 'waiting';
begin
  -- The workspace first, as whoever deletes it does.
  select * into host from public.workspaces w where w.id = keep_domain_look.workspace_id for no key update;
  select * into claim from private.custom_domains c where c.workspace_id = host.id for update;
  if claim.token is distinct from keep_domain_look.token then
    return 'changed';
  end if;
  claim.proof := found_proof;
  claim.route := found_route;
  claim.addresses := array(select jsonb_array_elements_text(look -> 'addresses'));
  -- Somebody who changes the records asks how they stand, as often as they like: only looks as far apart as ours count, within an hour.
  counts := is_sure and (claim.bad_looks = 0 or claim.looked_at <= now() - interval '2 minutes' or claim.failing_since <= now() - interval '1 hour');
  claim.looked_at := now();
  claim.is_taken := false;
  if found_proof = 'found' and found_route = 'found' then
    claim.failing_since := null;
    claim.bad_looks := 0;
    if host.domain = claim.domain then
      outcome := 'holds';
    elsif private.plan_holds(claim.workspace_id, 'custom_domain') then
      begin
        update public.workspaces w set domain = claim.domain where w.id = claim.workspace_id;
        claim.verified_at := now();
        claim.switched_off_at := null;
        outcome := 'verified';
      exception when unique_violation then
        claim.is_taken := true;
      end;
    end if;
  elsif host.domain = claim.domain then
    claim.failing_since := coalesce(claim.failing_since, now());
    claim.bad_looks := claim.bad_looks + counts::integer;
    outcome := 'failing';
    -- Twice for sure; name servers that say nothing may be away for some days, and lead nobody anywhere meanwhile.
    if claim.bad_looks >= 2 or claim.failing_since < now() - interval '3 days' then
      perform private.leave_domain(claim.workspace_id);
      claim.switched_off_at := now();
      claim.failing_since := null;
      claim.bad_looks := 0;
      outcome := 'switched_off';
    end if;
  end if;
  claim.next_look_at := case
    when outcome in ('holds', 'verified') then now() + interval '10 minutes'
    when outcome = 'failing' then now() + interval '2 minutes'
    -- Who sets records looks at the page; after a week nobody does.
    when coalesce(claim.switched_off_at, claim.created_at) > now() - interval '7 days'
      then now() + least(greatest((now() - coalesce(claim.switched_off_at, claim.created_at)) / 4, interval '1 minute'), interval '1 hour')
  end;
  update private.custom_domains c set (proof, route, addresses, is_taken, looked_at, next_look_at, verified_at, failing_since, bad_looks, switched_off_at)
    = (claim.proof, claim.route, claim.addresses, claim.is_taken, claim.looked_at, claim.next_look_at, claim.verified_at, claim.failing_since,
      claim.bad_looks, claim.switched_off_at)
  where c.workspace_id = claim.workspace_id;
  if outcome in ('verified', 'switched_off') then
    perform private.log_activity(claim.workspace_id, 'workspace.custom_domain.' || outcome, jsonb_build_object('name', claim.domain));
  end if;
  if outcome = 'switched_off' then
    perform private.enqueue_mail(e.email, 'domain_off', jsonb_build_object('workspace_id', claim.workspace_id, 'domain', claim.domain,
      'proof', claim.proof, 'route', claim.route))
    from public.workspace_members m
    join public.workspace_role_permissions p on p.role = m.role::text and p.permission = 'WorkspaceSettingsCreateUpdateDelete'
    join public.emails e on e.user_id = m.user_id and e.is_primary
    where m.workspace_id = claim.workspace_id;
  end if;
  return outcome;
end
$$;
comment on function private.keep_domain_look is 'Keeps what DNS said of the claim with this token: {proof, route, addresses}. The domain begins to be served when proof and route are there, and ends when one is gone. Answers what came of it: verified, holds, failing, switched_off, waiting, or changed where the claim is another one now.';

create type public.custom_domain as (
  domain text,
  status text,
  is_looking boolean,
  looked_at timestamptz,
  verified_at timestamptz,
  switched_off_at timestamptz,
  proof_name text,
  proof_value text,
  proof_is_found boolean,
  proof_problem text,
  target text,
  addresses text[],
  route_is_found boolean,
  route_problem text,
  problem text
);
comment on type public.custom_domain is 'The custom domain of a workspace and the DNS records it needs: TXT at proof_name with proof_value, and a CNAME to target, or A and AAAA records with the addresses. status: pending (records are waited for), active, failing (served, but a record was not found), paused (locked, or not in the plan), off (a record was gone). Problems are sentences, or null.';

create function private.told_domain(workspace_id bigint)
returns public.custom_domain
language sql
stable
security definer
set search_path = ''
as $$
  select row(
    c.domain,
    case
      when w.domain is distinct from c.domain then case when c.switched_off_at is null then 'pending' else 'off' end
      when private.served_domain(w) is null then 'paused'
      when c.failing_since is not null then 'failing'
      else 'active' end,
    c.asked_at > coalesce(c.looked_at, '-infinity'), c.looked_at, c.verified_at, c.switched_off_at,
    '_waymark.' || c.domain, 'waymark-domain=' || c.token, c.proof is not distinct from 'found',
    private.sentence(case c.proof when 'missing' then 'domain_proof_missing' when 'other' then 'domain_proof_other' when 'unanswered' then 'domain_unanswered' end),
    private.base_hostname(), c.addresses, c.route is not distinct from 'found',
    private.sentence(case c.route when 'missing' then 'domain_route_missing' when 'elsewhere' then 'domain_route_elsewhere' when 'unanswered' then 'domain_unanswered' end),
    case when c.is_taken then private.sentence('custom_domain_taken') end)::public.custom_domain
  from private.custom_domains c
  join public.workspaces w on w.id = c.workspace_id
  where c.workspace_id = told_domain.workspace_id
$$;
comment on function private.told_domain is 'What is told of the custom domain of a workspace; null without one.';

create function private.require_domains()
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if (select d.mode from private.deployment d) = 'single_tenant' then
    perform private.problem('custom_domain_not_offered');
  end if;
end
$$;
comment on function private.require_domains is 'Refuses on an installation of one company, whose only workspace has the base host.';

-- # Calls

create function public.workspace_by_domain(p_domain text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select public.workspace_by_slug(w.slug) from public.workspaces w
  where w.domain = lower(p_domain) and private.served_domain(w) is not null
$$;
comment on function public.workspace_by_domain is 'What a custom domain shows to anyone: the public.workspace_site that is served there, or null (hence jsonb).';

create function public.custom_domain_of(p_workspace_id bigint)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceSettingsRead');
  return to_jsonb(private.told_domain(p_workspace_id)::public.custom_domain);
end
$$;
comment on function public.custom_domain_of is 'The custom domain of a workspace with its records: a public.custom_domain, or null (hence jsonb).';

create function public.set_custom_domain(p_workspace_id bigint, p_domain_name text, p_seen jsonb default null)
returns public.custom_domain
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- One dot at the end is how DNS writes the same name.
  name constant text := regexp_replace(lower(btrim(p_domain_name, E' \t\r\n')), '\.$', '');
  reason text;
  held private.custom_domains;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  perform private.require_domains();
  perform private.require_feature(p_workspace_id, 'custom_domain');
  reason := case when coalesce(name, '') = '' then 'domain_invalid' else private.reason_against_domain(p_workspace_id, name) end;
  if reason is not null then
    perform private.problem(reason, 'domain_name', jsonb_build_object('domain', left(name, 253)));
  end if;
  perform 1 from public.workspaces w where w.id = p_workspace_id for no key update;
  select * into held from private.custom_domains c where c.workspace_id = p_workspace_id for update;
  perform private.require_seen(p_seen, jsonb_build_object('domain_name', name), jsonb_build_object('domain_name', held.domain),
    p_workspace_id, array['workspace.custom_domain.set', 'workspace.custom_domain.removed']);
  if held.domain is distinct from name then
    -- Each may come to a certificate, of which an installation gets a number from its authority: nobody uses those of all others up.
    if private.throttle_hit('custom-domain:' || p_workspace_id, 20, 86400) > 0 then
      perform private.problem('too_many_attempts');
    end if;
    perform private.leave_domain(p_workspace_id);
    delete from private.custom_domains c where c.workspace_id = p_workspace_id;
    insert into private.custom_domains (workspace_id, domain, token) values (p_workspace_id, name, private.new_token());
    perform private.log_activity(p_workspace_id, 'workspace.custom_domain.set', jsonb_build_object('name', name, 'old', held.domain));
    perform private.queue_domain_look(p_workspace_id);
  end if;
  return private.told_domain(p_workspace_id);
end
$$;
comment on function public.set_custom_domain is 'Claims a domain for a workspace, in place of the one before: it is served once its DNS records are found. Twenty a day. p_seen: the domain_name that the caller saw, null for none, as in update_workspace_settings.';

create function public.check_custom_domain(p_workspace_id bigint)
returns public.custom_domain
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim private.custom_domains;
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  update private.custom_domains c set asked_at = now() where c.workspace_id = p_workspace_id returning * into claim;
  if not found then
    perform private.problem('custom_domain_none');
  end if;
  perform private.queue_domain_look(p_workspace_id, greatest(now(), claim.looked_at + interval '10 seconds'));
  return private.told_domain(p_workspace_id);
end
$$;
comment on function public.check_custom_domain is 'Has the DNS records of a custom domain looked at now, or ten seconds after the last look.';

create function public.remove_custom_domain(p_workspace_id bigint)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  gone private.custom_domains;
begin
  perform private.lock_seats_with(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  perform 1 from public.workspaces w where w.id = p_workspace_id for no key update;
  delete from private.custom_domains c where c.workspace_id = p_workspace_id returning * into gone;
  if not found then
    perform private.problem('custom_domain_none');
  end if;
  perform private.leave_domain(p_workspace_id);
  perform private.log_activity(p_workspace_id, 'workspace.custom_domain.removed', jsonb_build_object('name', gone.domain));
end
$$;
comment on function public.remove_custom_domain is 'Gives the custom domain of a workspace up: it is not served from now on, and claiming it again needs a new proof.';

-- # Grants

grant execute on function public.workspace_by_domain to anon, authenticated;
grant execute on function public.custom_domain_of, public.set_custom_domain, public.check_custom_domain, public.remove_custom_domain to authenticated;
