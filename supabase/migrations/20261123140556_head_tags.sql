set local check_function_bodies = off;

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "google_tag_manager" text CASCADE;

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "localizejs" text CASCADE;

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "show_userway" boolean CASCADE;

ALTER TYPE "public"."workspace_site" ADD ATTRIBUTE "disable_cookie_tracking" boolean CASCADE;

CREATE OR REPLACE FUNCTION public.workspace_by_slug(p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(
    w.id, w.name, w.slug, w.logo_url, w.favicon_url, w.theme, w.hide_powered_by, w.hide_sign_in,
    case when w.id in (select private.my_workspace_ids()) then w.home_content end,
    w.show_tryit, w.allow_search_indexing, w.join_requests_disabled, private.is_by_provider(w.id),
    -- Names of theirs, as those who give them out make them: they become part of an address.
    case when w.google_tag_manager ~ '^GTM-[A-Z0-9]{4,12}$' and private.plan_holds(w.id, 'google_tag_manager') then w.google_tag_manager end,
    case when w.localizejs ~ '^[A-Za-z0-9]{8,40}$' and private.plan_holds(w.id, 'localizejs') then w.localizejs end,
    w.show_userway, w.disable_cookie_tracking)::public.workspace_site)
  from public.workspaces w
  where w.slug = lower(p_slug)
$function$;

COMMENT ON TYPE "public"."workspace_site" IS 'What the host of a workspace shows to anyone; home_content to members. by_provider: e-mail and password are switched off, its own providers alone sign people in. google_tag_manager, localizejs, show_userway: what documentation loads of others for its visitors, as far as the plan holds it; disable_cookie_tracking: once they allow it.';
