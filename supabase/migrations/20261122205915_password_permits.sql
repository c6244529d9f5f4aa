set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.end_sessions_without_permit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.end_sessions(new.auth_id, 'password_changed', except_one => new.session_id);
  return new;
end
$function$;

CREATE TRIGGER waymark_end_sessions_without_permit BEFORE INSERT OR UPDATE ON private.password_permits FOR EACH ROW EXECUTE FUNCTION private.end_sessions_without_permit();

COMMENT ON COLUMN "private"."password_permits"."session_id" IS 'The session that asked and stays; all others end with the permit, and once more with the change.';

COMMENT ON FUNCTION "private"."end_sessions_without_permit"() IS 'A permit is good in the session that asked for it: Auth does not tell the trigger on auth.users who changes a password, so no other session lives on that could.';

REVOKE ALL ON FUNCTION "private"."end_sessions_without_permit"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_sessions_without_permit"() TO "postgres";
