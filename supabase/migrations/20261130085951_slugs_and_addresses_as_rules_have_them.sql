set local check_function_bodies = off;

ALTER TABLE "public"."branches" DROP CONSTRAINT "branches_slug_check";

ALTER TABLE "public"."projects" DROP CONSTRAINT "check_projects_slug";

ALTER TABLE "private"."deployment" ADD COLUMN "inside_hosts" text[] DEFAULT '{}'::text[];

CREATE OR REPLACE FUNCTION private.is_project_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select slug ~ '^[A-Za-z0-9-]{2,75}$'
$function$;

CREATE OR REPLACE FUNCTION private.is_slug(slug text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select slug ~ '^[a-z0-9-]{1,80}$'
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_calling(url text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.set_audit_webhook(p_workspace_id bigint, p_url text, p_secret jsonb DEFAULT NULL::jsonb, p_is_first boolean DEFAULT false, p_seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.audit_webhook
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

COMMENT ON COLUMN "private"."deployment"."inside_hosts" IS 'Hosts of private networks that the operator lets workspaces have called, with their ports where addresses name them; null: any, and by plain HTTP. The worker writes it from its environment.';

COMMENT ON FUNCTION "private"."is_project_slug"(text) IS 'Whether a project may be spelled so in addresses, or was.';

COMMENT ON FUNCTION "private"."is_slug"(text) IS 'Whether a group or team may be spelled so in addresses: as slugs are made of names, with what makes them their own.';

COMMENT ON FUNCTION "private"."reason_against_calling"(text) IS 'Why an address that somebody gives may not be called, or null: as the calls themselves have it (_shared/net/outgoing.ts), which ask again where its name leads.';

REVOKE ALL ON FUNCTION "private"."is_project_slug"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_project_slug"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_slug"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_slug"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."reason_against_calling"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."reason_against_calling"(text) TO "postgres";

-- By hand: archives brought slugs that no door gives. They are spelled as new ones are, with an end
-- that nobody can have taken before, lest this step fails; former ones that led nowhere go.
set constraints all immediate;
update public.branches set slug = left(private.slug_from(slug), 40) || '-' || replace(gen_random_uuid()::text, '-', '') where not private.is_git_branch(slug);
update public.groups set slug = left(private.slug_from(slug), 40) || '-' || replace(gen_random_uuid()::text, '-', '') where not private.is_slug(slug);
update public.teams set slug = left(private.slug_from(slug), 40) || '-' || replace(gen_random_uuid()::text, '-', '') where not private.is_slug(slug);
delete from public.project_slugs where not private.is_project_slug(slug);

ALTER TABLE "public"."branches" ADD CONSTRAINT "check_branches_slug" CHECK (private.is_git_branch(slug));

ALTER TABLE "public"."groups" ADD CONSTRAINT "check_groups_slug" CHECK (private.is_slug(slug));

ALTER TABLE "public"."project_slugs" ADD CONSTRAINT "check_project_slugs_slug" CHECK (private.is_project_slug(slug));

ALTER TABLE "public"."projects" ADD CONSTRAINT "check_projects_slug" CHECK (private.is_project_slug(slug));

ALTER TABLE "public"."teams" ADD CONSTRAINT "check_teams_slug" CHECK (private.is_slug(slug));

-- By hand: rows of private.reasons.
insert into private.reasons (reason, code, status, sentence, field) values
  ('address_inside', 'VALIDATION_ERROR', 400, 'Addresses of private networks are not allowed on this installation.', null),
  ('address_not_allowed', 'VALIDATION_ERROR', 400, 'This address is not allowed.', null),
  ('address_not_https', 'VALIDATION_ERROR', 400, 'The address must begin with https://.', null);
