set local check_function_bodies = off;

CREATE TABLE "private"."workspace_flags" ("workspace_id" bigint NOT NULL, "flag" text NOT NULL, "is_on" boolean NOT NULL, "updated_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "check_workspace_flags_flag" CHECK ((flag = ANY (ARRAY['auto_invite_committers'::text, 'profitwell_cancellation_flow'::text, 'ssg_disabled'::text]))), CONSTRAINT "workspace_flags_pkey" PRIMARY KEY (workspace_id, flag));

ALTER TABLE "private"."workspace_flags" ENABLE ROW LEVEL SECURITY;

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "flags" jsonb CASCADE;

CREATE OR REPLACE FUNCTION private.flags_of(workspace_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(f.flag, f.is_on), '{}') from private.workspace_flags f where f.workspace_id = flags_of.workspace_id
$function$;

CREATE OR REPLACE FUNCTION private.set_workspace_flag(workspace_id bigint, flag text, is_on boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was boolean;
begin
  -- Two operators at once: one after the other, each told with what it found.
  perform 1 from public.workspaces w where w.id = set_workspace_flag.workspace_id for no key update;
  select f.is_on into was from private.workspace_flags f
  where f.workspace_id = set_workspace_flag.workspace_id and f.flag = set_workspace_flag.flag;
  if was is not distinct from set_workspace_flag.is_on then
    return;
  elsif set_workspace_flag.is_on is null then
    delete from private.workspace_flags f where f.workspace_id = set_workspace_flag.workspace_id and f.flag = set_workspace_flag.flag;
  else
    insert into private.workspace_flags (workspace_id, flag, is_on)
    values (set_workspace_flag.workspace_id, set_workspace_flag.flag, set_workspace_flag.is_on)
    on conflict on constraint workspace_flags_pkey do update set is_on = excluded.is_on, updated_at = now();
  end if;
  perform private.log_activity(workspace_id, 'workspace.flag.changed', jsonb_build_object('flag', flag,
    'old', case was when true then 'on' when false then 'off' else 'default' end,
    'new', case set_workspace_flag.is_on when true then 'on' when false then 'off' else 'default' end));
end
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
    coalesce(w.redirects, '') <> '' and private.plan_holds(w.id, 'redirects'), private.served_domain(w),
    private.flags_of(w.id))::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$function$;

ALTER TABLE "private"."workspace_flags" ADD CONSTRAINT "workspace_flags_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

COMMENT ON FUNCTION "private"."flags_of"(bigint) IS 'The flags that a workspace has of its own, {flag: on}; what is not in it is as the installation has it.';

COMMENT ON FUNCTION "private"."set_workspace_flag"(bigint, text, boolean) IS 'Turns a flag of a workspace on or off; null: as the installation has it. Tells each change in the activity. Called by `npm run flags`.';

COMMENT ON TABLE "private"."workspace_flags" IS 'Switches that are on or off in a workspace, whatever the installation says. Their names are those of _shared/domain/flags.json.';

COMMENT ON TYPE "public"."workspace_site" IS 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in. google_tag_manager, localizejs, show_userway: what documentation loads of others for its visitors, as far as the plan holds it, as also favicon_url, theme and hide_powered_by; disable_cookie_tracking: once they allow it. has_redirects: public.workspace_redirects has some. domain: its custom domain, while it is served there. flags: the switches it has of its own, as /config.js has those of the installation.';

REVOKE ALL ON FUNCTION "private"."flags_of"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."flags_of"(bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_workspace_flag"(bigint, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_workspace_flag"(bigint, text, boolean) TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."workspace_flags" TO "postgres";
