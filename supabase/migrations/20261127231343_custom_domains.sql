set local check_function_bodies = off;

DROP FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text);

CREATE TABLE "private"."custom_domains" ("workspace_id" bigint NOT NULL, "domain" text NOT NULL, "token" text NOT NULL, "proof" text, "route" text, "addresses" text[] NOT NULL DEFAULT '{}'::text[], "is_taken" boolean NOT NULL DEFAULT false, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "asked_at" timestamp with time zone NOT NULL DEFAULT now(), "looked_at" timestamp with time zone, "next_look_at" timestamp with time zone DEFAULT now(), "verified_at" timestamp with time zone, "failing_since" timestamp with time zone, "bad_looks" integer NOT NULL DEFAULT 0, "switched_off_at" timestamp with time zone, CONSTRAINT "check_custom_domains_domain" CHECK (((length(domain) <= 240) AND (domain ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$'::text))), CONSTRAINT "custom_domains_pkey" PRIMARY KEY (workspace_id), CONSTRAINT "custom_domains_proof_check" CHECK ((proof = ANY (ARRAY['found'::text, 'missing'::text, 'other'::text, 'unanswered'::text]))), CONSTRAINT "custom_domains_route_check" CHECK ((route = ANY (ARRAY['found'::text, 'missing'::text, 'elsewhere'::text, 'unanswered'::text]))));

ALTER TABLE "private"."custom_domains" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."sessions" ADD COLUMN "is_at_domain" boolean NOT NULL DEFAULT false;

CREATE TYPE "public"."custom_domain" AS ("domain" text, "status" text, "is_looking" boolean, "looked_at" timestamp with time zone, "verified_at" timestamp with time zone, "switched_off_at" timestamp with time zone, "proof_name" text, "proof_value" text, "proof_is_found" boolean, "proof_problem" text, "target" text, "addresses" text[], "route_is_found" boolean, "route_problem" text, "problem" text);

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "domain" text CASCADE;

CREATE OR REPLACE FUNCTION private.base_hostname()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lower(regexp_replace(d.base_url, '^[a-z]+://([^:/]+).*$', '\1')) from private.deployment d
$function$;

CREATE OR REPLACE FUNCTION private.is_kept_domain(domain text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select is_kept_domain.domain = 'settings'
    -- Above the base host too: cookies of theirs would reach ours.
    or right('.' || is_kept_domain.domain, length(base.host) + 1) = '.' || base.host
    or right('.' || base.host, length(is_kept_domain.domain) + 1) = '.' || is_kept_domain.domain
    or is_kept_domain.domain ~ '(^|\.)(localhost|local|invalid|onion|arpa)$'
  from (select private.base_hostname() as host) base
$function$;

CREATE OR REPLACE FUNCTION private.keep_domain_look(workspace_id bigint, token text, look jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claim private.custom_domains;
  host public.workspaces;
  found_proof constant text := look ->> 'proof';
  found_route constant text := look ->> 'route';
  is_sure constant boolean := found_proof in ('missing', 'other') or found_route in ('missing', 'elsewhere');
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
    claim.bad_looks := claim.bad_looks + is_sure::integer;
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
$function$;

CREATE OR REPLACE FUNCTION private.leave_domain(workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.workspaces w set domain = null where w.id = leave_domain.workspace_id and w.domain is not null;
  -- Whoever has the domain next is sent the cookies that browsers keep for it.
  delete from auth.sessions s using private.sessions o
  where o.session_id = s.id and o.is_at_domain and o.only_workspace_id = leave_domain.workspace_id;
  -- What is asked from here on asks anew what the present session may do.
  perform set_config('waymark.session_claims', '', true);
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_domain_look(workspace_id bigint, run_at timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('look_at_domain', json_build_object('workspace_id', workspace_id), run_at => queue_domain_look.run_at,
    job_key => 'domain:' || workspace_id, max_attempts => 3);
end
$function$;

CREATE OR REPLACE FUNCTION private.queue_domain_looks()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_domain(workspace_id bigint, domain text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when private.is_kept_domain(domain) then 'custom_domain_reserved'
    when length(domain) > 240 or domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$' then 'domain_invalid'
    when exists (
      select 1 from public.workspaces w
      where w.domain = reason_against_domain.domain and w.id <> reason_against_domain.workspace_id) then 'custom_domain_taken' end
$function$;

CREATE OR REPLACE FUNCTION private.require_domains()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select d.mode from private.deployment d) = 'single_tenant' then
    perform private.problem('custom_domain_not_offered');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.served_domain(host public.workspaces)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select host.domain
  where host.domain is not null and not private.is_locked(host) and coalesce(host.delete_at > now(), true)
    and (select d.mode from private.deployment d) = 'multi_tenant' and private.plan_holds(host.id, 'custom_domain')
$function$;

CREATE OR REPLACE FUNCTION private.told_domain(workspace_id bigint)
 RETURNS public.custom_domain
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.check_custom_domain(p_workspace_id bigint)
 RETURNS public.custom_domain
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.custom_domain_of(p_workspace_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceSettingsRead');
  return to_jsonb(private.told_domain(p_workspace_id));
end
$function$;

CREATE OR REPLACE FUNCTION public.prove_session(p_password text DEFAULT NULL::text, p_code text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  session constant private.session := private.current_session();
  account public.users;
  address text;
  wait integer;
  verdict text;
begin
  select * into account from public.users u where u.auth_id = session.auth_id;
  if account.id is null then
    perform private.problem('sign_in_to_change_account');
  end if;
  wait := private.own_guess_wait(account.id, 'prove_session');
  select e.email into address from public.emails e where e.user_id = account.id and e.is_primary;
  verdict := case
    when wait > 0 then 'wrong'
    when p_code is not null then private.check_code('proof', address, 'session:' || session.id, p_code)
    when account.has_password and private.password_matches(session.auth_id, p_password) then 'ok'
    else 'wrong' end;
  if verdict <> 'ok' then
    return to_jsonb(row(verdict, wait)::public.proof);
  end if;
  if p_code is not null then
    perform private.consume_code('proof', address, p_code, 'session:' || session.id);
  end if;
  insert into private.sessions as o (session_id, auth_id, method, integration_id) values (session.id, session.auth_id, session.method, session.integration_id)
  on conflict (session_id) do update set proven_at = now(), only_workspace_id = case when o.is_at_domain then o.only_workspace_id end;
  return to_jsonb(row('proven', 0)::public.proof);
end
$function$;

CREATE OR REPLACE FUNCTION public.remove_custom_domain(p_workspace_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.set_custom_domain(p_workspace_id bigint, p_domain_name text)
 RETURNS public.custom_domain
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  if held.domain is distinct from name then
    perform private.leave_domain(p_workspace_id);
    delete from private.custom_domains c where c.workspace_id = p_workspace_id;
    insert into private.custom_domains (workspace_id, domain, token) values (p_workspace_id, name, private.new_token());
    perform private.log_activity(p_workspace_id, 'workspace.custom_domain.set', jsonb_build_object('name', name, 'old', held.domain));
    perform private.queue_domain_look(p_workspace_id);
  end if;
  return private.told_domain(p_workspace_id);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_note_sign_in(p_auth_id uuid, p_session_id uuid, p_method text, p_user_agent text, p_client text, p_integration_id bigint DEFAULT NULL::bigint, p_only_workspace_id bigint DEFAULT NULL::bigint, p_revision text DEFAULT NULL::text, p_is_at_domain boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id constant bigint := (select u.id from public.users u where u.auth_id = p_auth_id);
  agent constant text := left(coalesce(p_user_agent, ''), 500);
  is_first constant boolean := not exists (select 1 from private.devices d where d.user_id = account_id);
  is_new boolean;
begin
  if account_id is null then
    return false;
  end if;
  -- What was proven to one provider must not count as opened by the one that the settings name since.
  if p_integration_id is not null then
    perform private.require_revision(p_integration_id, p_revision);
  end if;
  insert into private.sessions (session_id, auth_id, method, integration_id, only_workspace_id, user_agent, ip_address, is_at_domain)
  values (p_session_id, p_auth_id, p_method, p_integration_id, p_only_workspace_id, agent, private.as_address(p_client), p_is_at_domain)
  on conflict (session_id) do nothing;
  update public.users u set last_seen_at = now() where u.id = account_id;
  insert into private.devices as d (user_id, family) values (account_id, regexp_replace(lower(agent), '[0-9][0-9._]*', '', 'g'))
  on conflict on constraint devices_pkey do update set last_seen_at = now()
  returning d.first_seen_at = now() into is_new;
  if not is_new or is_first then
    return false;
  end if;
  perform private.enqueue_mail(e.email, 'new_sign_in', jsonb_strip_nulls(jsonb_build_object(
    'at', now(), 'ip', host(private.as_address(p_client)), 'user_agent', nullif(agent, ''))))
  from public.emails e where e.user_id = account_id and e.is_primary;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.workspace_by_domain(p_domain text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.workspace_by_slug(w.slug) from public.workspaces w
  where w.domain = lower(p_domain) and private.served_domain(w) is not null
$function$;

CREATE OR REPLACE FUNCTION public.workspace_by_slug(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url,
    -- What a plan sells is shown while the plan holds it; the row keeps it for when one does again.
    case when private.plan_holds(w.id, 'favicon') then w.favicon_url end,
    case when private.plan_holds(w.id, 'custom_theme') then w.theme else '{}' end,
    w.hide_powered_by and private.plan_holds(w.id, 'whitelabel'), w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id),
    -- Names of theirs, as those who give them out make them: they become part of an address.
    case when w.google_tag_manager ~ '^GTM-[A-Z0-9]{4,12}$' and private.plan_holds(w.id, 'google_tag_manager') then w.google_tag_manager end,
    case when w.localizejs ~ '^[A-Za-z0-9]{8,40}$' and private.plan_holds(w.id, 'localizejs') then w.localizejs end,
    w.show_userway, w.disable_cookie_tracking,
    coalesce(w.redirects, '') <> '' and private.plan_holds(w.id, 'redirects'), private.served_domain(w))::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$function$;

ALTER TABLE "private"."custom_domains" ADD CONSTRAINT "custom_domains_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

ALTER TABLE "private"."sessions" ADD CONSTRAINT "check_sessions_is_at_domain" CHECK (((NOT is_at_domain) OR (only_workspace_id IS NOT NULL)));

CREATE INDEX custom_domains_next_look_at_idx ON private.custom_domains USING btree (next_look_at);

CREATE INDEX sessions_at_domain_idx ON private.sessions USING btree (only_workspace_id) WHERE is_at_domain;

CREATE TRIGGER announce_delete AFTER DELETE ON private.custom_domains REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_insert AFTER INSERT ON private.custom_domains REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

CREATE TRIGGER announce_update AFTER UPDATE ON private.custom_domains REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.announce_of_workspace();

COMMENT ON COLUMN "private"."custom_domains"."addresses" IS 'The addresses of this installation at the last look, for domains that can have no CNAME.';

COMMENT ON COLUMN "private"."custom_domains"."bad_looks" IS 'How many looks in a row have found for sure that the proof is gone or the domain leads elsewhere.';

COMMENT ON COLUMN "private"."custom_domains"."is_taken" IS 'Whether everything was found, but another workspace has the domain.';

COMMENT ON COLUMN "private"."custom_domains"."token" IS 'What the TXT record has to say. New with each claim, so that a domain given up needs proof again.';

COMMENT ON COLUMN "private"."sessions"."is_at_domain" IS 'Whether it was opened at the workspace''s custom domain, whose owner could lead its cookie elsewhere: it stays for that workspace alone, whatever is proven.';

COMMENT ON FUNCTION "private"."base_hostname"() IS 'The host that workspaces are sub-domains of, without a port.';

COMMENT ON FUNCTION "private"."is_kept_domain"(text) IS 'Domains that nobody may claim: our own, what is above or below it, and names that mean something else to every machine.';

COMMENT ON FUNCTION "private"."keep_domain_look"(bigint, text, jsonb) IS 'Keeps what DNS said of the claim with this token: {proof, route, addresses}. The domain begins to be served when proof and route are there, and ends when one is gone. Answers what came of it: verified, holds, failing, switched_off, waiting, or changed where the claim is another one now.';

COMMENT ON FUNCTION "private"."leave_domain"(bigint) IS 'Takes a workspace from its custom domain, and ends the sessions that were opened there.';

COMMENT ON FUNCTION "private"."queue_domain_look"(bigint, timestamp with time zone) IS 'Has the worker look at the domain of a workspace; of several wishes one look comes.';

COMMENT ON FUNCTION "private"."queue_domain_looks"() IS 'Has the worker look at the domains that are due; every minute.';

COMMENT ON FUNCTION "private"."reason_against_domain"(bigint, text) IS 'What is wrong with a domain for a workspace, or null. Names in other scripts are written as DNS has them (xn--…); addresses are no names.';

COMMENT ON FUNCTION "private"."require_domains"() IS 'Refuses on an installation of one company, whose only workspace has the base host.';

COMMENT ON FUNCTION "private"."served_domain"(public.workspaces) IS 'The custom domain that a workspace is served at: while it is open and its plan holds one. An installation of one company has its base host.';

COMMENT ON FUNCTION "private"."told_domain"(bigint) IS 'What is told of the custom domain of a workspace; null without one.';

COMMENT ON FUNCTION "public"."check_custom_domain"(bigint) IS 'Has the DNS records of a custom domain looked at now, or ten seconds after the last look.';

COMMENT ON FUNCTION "public"."custom_domain_of"(bigint) IS 'The custom domain of a workspace with its records: a public.custom_domain, or null (hence jsonb).';

COMMENT ON FUNCTION "public"."prove_session"(text, text) IS 'Proves who the caller is, by password or by a code to their primary address: for ten minutes the account may be changed. A session for one workspace becomes one for all: no provider said so, the person did. At a custom domain it stays as it is.';

COMMENT ON FUNCTION "public"."remove_custom_domain"(bigint) IS 'Gives the custom domain of a workspace up: it is not served from now on, and claiming it again needs a new proof.';

COMMENT ON FUNCTION "public"."set_custom_domain"(bigint, text) IS 'Claims a domain for a workspace, in place of the one before: it is served once its DNS records are found.';

COMMENT ON FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text, boolean) IS 'Remembers how and with what somebody signed in; a device the account never used is told by mail, except for the very first one. p_revision names the settings that the provider was asked with: under others nothing is noted.';

COMMENT ON FUNCTION "public"."workspace_by_domain"(text) IS 'What a custom domain shows to anyone: the public.workspace_site that is served there, or null (hence jsonb).';

COMMENT ON TABLE "private"."custom_domains" IS 'The domain that a workspace claims, and what DNS said of it. A claim alone keeps nobody else from the same domain.';

COMMENT ON TYPE "public"."custom_domain" IS 'The custom domain of a workspace and the DNS records it needs: TXT at proof_name with proof_value, and a CNAME to target, or A and AAAA records with the addresses. status: pending (records are waited for), active, failing (served, but a record was not found), paused (locked, or not in the plan), off (a record was gone). Problems are sentences, or null.';

COMMENT ON TYPE "public"."workspace_site" IS 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in. google_tag_manager, localizejs, show_userway: what documentation loads of others for its visitors, as far as the plan holds it, as also favicon_url, theme and hide_powered_by; disable_cookie_tracking: once they allow it. has_redirects: public.workspace_redirects has some. domain: its custom domain, while it is served there.';

REVOKE ALL ON FUNCTION "private"."base_hostname"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."base_hostname"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_kept_domain"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_kept_domain"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_domain_look"(bigint, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_domain_look"(bigint, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."leave_domain"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."leave_domain"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_domain_look"(bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_domain_look"(bigint, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_domain_looks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_domain_looks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_domain"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_domain"(bigint, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_domains"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_domains"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."served_domain"(public.workspaces) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."served_domain"(public.workspaces) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_domain"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_domain"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "public"."check_custom_domain"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_custom_domain"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."custom_domain_of"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."custom_domain_of"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_custom_domain"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_custom_domain"(bigint) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_custom_domain"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_custom_domain"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_note_sign_in"(uuid, uuid, text, text, text, bigint, bigint, text, boolean) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."workspace_by_domain"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."workspace_by_domain"(text) TO "anon", "authenticated", "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."custom_domains" TO "postgres";

GRANT USAGE ON TYPE "public"."custom_domain" TO "postgres";

-- By hand
insert into private.reasons (reason, code, status, sentence, field) values
  ('custom_domain_none', 'NOT_FOUND', 404, 'This workspace has no custom domain.', null),
  ('custom_domain_not_offered', 'ACTION_PROHIBITED', 403, 'This installation has one workspace, at its own address: custom domains are for installations of many.', null),
  ('custom_domain_reserved', 'VALIDATION_ERROR', 400, 'The domain {domain} is reserved for internal use.', 'domain_name'),
  ('custom_domain_taken', 'CONFLICT', 409, 'A workspace with the same domain already exists.', 'domain_name'),
  ('domain_proof_missing', null, null, 'This record was not found.', null),
  ('domain_proof_other', null, null, 'There is a TXT record with another value.', null),
  ('domain_route_elsewhere', null, null, 'The domain leads elsewhere.', null),
  ('domain_route_missing', null, null, 'The domain leads nowhere yet.', null),
  ('domain_unanswered', null, null, 'The name servers of the domain did not answer.', null),
  ('sign_in_at_workspace', 'ACTION_PROHIBITED', 403, 'This provider signs people in at {address} only.', null);
