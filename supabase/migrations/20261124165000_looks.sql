set local check_function_bodies = off;

ALTER TABLE "public"."workspaces" DROP CONSTRAINT "workspaces_favicon_url_check";

ALTER TABLE "public"."workspaces" DROP CONSTRAINT "workspaces_logo_url_check";

ALTER TABLE "public"."workspaces" DROP CONSTRAINT "workspaces_theme_check";

CREATE TABLE "private"."workspace_pictures" ("workspace_id" bigint NOT NULL, "hash" text NOT NULL, "type" text NOT NULL, "content" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "workspace_pictures_content_check" CHECK (((length(content) >= 1) AND (length(content) <= 1048576))), CONSTRAINT "workspace_pictures_hash_check" CHECK ((hash ~ '^[0-9a-f]{64}$'::text)), CONSTRAINT "workspace_pictures_pkey" PRIMARY KEY (workspace_id, hash), CONSTRAINT "workspace_pictures_type_check" CHECK ((type = ANY (ARRAY['image/png'::text, 'image/svg+xml'::text]))));

ALTER TABLE "private"."workspace_pictures" ENABLE ROW LEVEL SECURITY;

CREATE TYPE "public"."workspace_picture" AS ("type" text, "content" text);

CREATE OR REPLACE FUNCTION private.is_picture_address(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select length(address) <= 4000 and (
    address ~ '^/api/v1/workspaces/[A-Za-z0-9_-]{1,40}/pictures/[0-9a-f]{64}$'
    or address ~* '^https://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?][^[:space:]<>"''`\\]*)?$'
    or address ~ '^data:image/(png|jpeg|gif|webp|svg\+xml|x-icon|vnd\.microsoft\.icon)[;,][^[:space:]<>"''`\\]*$')
$function$;

CREATE OR REPLACE FUNCTION private.is_theme(theme jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(theme) = 'object' and not exists (
    select 1 from jsonb_each(case when jsonb_typeof(theme) = 'object' then theme else '{}' end) colour
    where colour.key not in ('color-sidebar-bg', 'color-on-sidebar', 'color-primary', 'color-accent', 'color-sidebar-border')
      or jsonb_typeof(colour.value) <> 'string' or colour.value #>> '{}' !~ '^#[0-9a-fA-F]{6}$')
$function$;

CREATE OR REPLACE FUNCTION private.reason_against_setting(setting text, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text := value #>> '{}';
  kind text;
  is_needed boolean;
begin
  select a.atttypid::regtype::text, c.attnotnull into kind, is_needed
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_attribute c on c.attrelid = 'public.workspaces'::regclass and c.attname = a.attname
  where a.attrelid = 'public.workspace_settings'::regclass and a.attname = setting and not a.attisdropped;
  if not found then
    return 'workspace_setting_unknown';
  elsif value is null or value = 'null' then
    return case when is_needed then 'required' end;
  elsif kind <> private.kind_of(value) then
    return case kind when 'boolean' then 'setting_not_a_flag' when 'text' then 'setting_not_a_text' when 'integer' then 'setting_not_a_number' else 'setting_not_an_object' end;
  end if;
  return case setting
    when 'name' then case when length(btrim(given)) < 2 then 'workspace_name_too_short' when length(btrim(given)) > 20 then 'workspace_name_too_long' end
    when 'idle_timeout_seconds' then case when given::numeric <> trunc(given::numeric) or given::numeric not between 1 and 31536000 then 'idle_timeout_invalid' end
    when 'logo_url' then case when not private.is_picture_address(given) then 'picture_address_invalid' end
    when 'favicon_url' then case when not private.is_picture_address(given) then 'picture_address_invalid' end
    when 'theme' then case when not private.is_theme(value) then 'theme_invalid' end
    when 'home_content' then case when length(given) > 30000 then 'home_content_too_long' end
    when 'redirects' then case when length(given) > 50000 then 'redirects_too_long' end
    -- Names of theirs, as those who give them out make them: they become part of an address.
    when 'google_tag_manager' then case when given !~ '^(GTM-[A-Z0-9]{4,12})?$' then 'tag_manager_invalid' end
    when 'localizejs' then case when given !~ '^([A-Za-z0-9]{8,40})?$' then 'localize_invalid' end
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.check_picture_upload(p_workspace_id bigint, p_kind text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_in_workspace(p_workspace_id, 'WorkspaceSettingsCreateUpdateDelete');
  if p_kind = 'favicon' then
    perform private.require_feature(p_workspace_id, 'favicon');
  end if;
  -- Of a stable function without an answer nobody needs the call, and the planner leaves it out.
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_keep_picture(p_workspace_id bigint, p_type text, p_hash text, p_content text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := 20;
begin
  perform 1 from public.workspaces w where w.id = p_workspace_id for no key update;
  insert into private.workspace_pictures (workspace_id, hash, type, content)
  values (p_workspace_id, p_hash, p_type, decode(p_content, 'base64'))
  on conflict (workspace_id, hash) do update set created_at = now();
  -- What is shown stays, and what was uploaded last: it is not saved yet.
  delete from private.workspace_pictures p
  using public.workspaces w
  where p.workspace_id = p_workspace_id and w.id = p_workspace_id
    and right(w.logo_url, 64) is distinct from p.hash and right(w.favicon_url, 64) is distinct from p.hash
    and p.hash not in (
      select newest.hash from private.workspace_pictures newest
      where newest.workspace_id = p_workspace_id
      order by newest.created_at desc, newest.hash limit most);
end
$function$;

CREATE OR REPLACE FUNCTION public.svc_picture(p_workspace_id bigint, p_hash text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select to_jsonb(row(p.type, translate(encode(p.content, 'base64'), E'\n', ''))::public.workspace_picture)
  from private.workspace_pictures p
  where p.workspace_id = p_workspace_id and p.hash = p_hash
$function$;

ALTER TABLE "private"."workspace_pictures" ADD CONSTRAINT "workspace_pictures_workspace_id_fkey" FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;

COMMENT ON FUNCTION "private"."is_picture_address"(text) IS 'Whether a logo or favicon may come from there: a picture that was uploaded here, an HTTPS address without credentials, or a small picture in the address itself. Plain HTTP would make pages of HTTPS mixed ones, and say in the clear who reads them.';

COMMENT ON FUNCTION "private"."is_theme"(jsonb) IS 'Whether a value is a theme: the five colours of _shared/domain/theme.ts at most, each as #rrggbb. It becomes CSS on pages and in mails, so nothing else is let in.';

COMMENT ON FUNCTION "public"."check_picture_upload"(bigint, text) IS 'Refuses who may not change the look of a workspace, and a favicon where the plan has none; before a picture is read.';

COMMENT ON FUNCTION "public"."svc_keep_picture"(bigint, text, text, text) IS 'Keeps a picture (Base64) that the function made safe and whose caller it has asked: of a workspace the twenty newest, and those that are shown.';

COMMENT ON FUNCTION "public"."svc_picture"(bigint, text) IS 'A picture of a workspace: a public.workspace_picture, or null (hence jsonb).';

COMMENT ON TABLE "private"."workspace_pictures" IS 'Logos and favicons that were uploaded: pixels encoded anew, or a drawing that was sanitised. Only the facade writes them, so that nothing else is handed out under the type of a picture; anyone may look at them, as at the site that shows them.';

COMMENT ON TYPE "public"."workspace_picture" IS 'A logo or favicon: its media type and its bytes in Base64.';

REVOKE ALL ON FUNCTION "private"."is_picture_address"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_picture_address"(text) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."is_theme"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_theme"(jsonb) TO "authenticated", "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."check_picture_upload"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."check_picture_upload"(bigint, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."svc_keep_picture"(bigint, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_keep_picture"(bigint, text, text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."svc_picture"(bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."svc_picture"(bigint, text) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."workspace_pictures" TO "postgres";

GRANT USAGE ON TYPE "public"."workspace_picture" TO "postgres";

-- By hand: what was stored before the rules keeps of itself what they let in. Colours of three digits are written out, names with
-- underscores as the keys are spelled; addresses of plain HTTP become HTTPS, which pages of HTTPS asked for anyway.
update public.workspaces w set theme = coalesce((
  select jsonb_object_agg(colour.key, colour.value) from (
    select distinct on (key) replace(given.key, '_', '-') as key,
      regexp_replace(left(given.value, case when length(given.value) in (4, 5) then 4 else 7 end),
        '^#([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])$', '#\1\1\2\2\3\3') as value
    from jsonb_each_text(w.theme) given
    where given.value ~ '^#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$'
    order by key, given.key) colour
  where colour.key in ('color-sidebar-bg', 'color-on-sidebar', 'color-primary', 'color-accent', 'color-sidebar-border')), '{}')
where not private.is_theme(w.theme);
update public.workspaces w
set logo_url = case when private.is_picture_address(regexp_replace(w.logo_url, '^http://', 'https://')) then regexp_replace(w.logo_url, '^http://', 'https://') end,
  favicon_url = case when private.is_picture_address(regexp_replace(w.favicon_url, '^http://', 'https://')) then regexp_replace(w.favicon_url, '^http://', 'https://') end
where not private.is_picture_address(w.logo_url) or not private.is_picture_address(w.favicon_url);

insert into private.reasons (reason, code, status, sentence, field) values
  ('theme_invalid', 'VALIDATION_ERROR', 400, 'A theme has colours such as #2ea44e, for the sidebar, its text and border, primary and accent.', 'theme'),
  ('picture_address_invalid', 'VALIDATION_ERROR', 400, 'Must be a valid URL. It begins with https://', null),
  ('picture_invalid', 'VALIDATION_ERROR', 400, 'Must be a picture: PNG or SVG, at most 512 KB and a million pixels', 'file'),
  ('picture_not_found', 'NOT_FOUND', 404, 'Picture not found.', null);
delete from private.reasons where reason = 'theme_too_long';

ALTER TABLE "public"."workspaces" ADD CONSTRAINT "check_workspaces_favicon_url" CHECK (private.is_picture_address(favicon_url));

ALTER TABLE "public"."workspaces" ADD CONSTRAINT "check_workspaces_logo_url" CHECK (private.is_picture_address(logo_url));

ALTER TABLE "public"."workspaces" ADD CONSTRAINT "check_workspaces_theme" CHECK (private.is_theme(theme));
