set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.bound_user_metadata()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.problem('VALIDATION_ERROR', 400, 'The metadata of an account has at most 1 KB.', 'data');
  return new;
end
$function$;

CREATE TRIGGER waymark_bound_user_metadata BEFORE INSERT OR UPDATE OF raw_user_meta_data ON auth.users FOR EACH ROW WHEN ((octet_length((new.raw_user_meta_data)::text) > 1024)) EXECUTE FUNCTION private.bound_user_metadata();

COMMENT ON FUNCTION "private"."bound_user_metadata"() IS 'Metadata stands in every token of the account: too much of it, and no door takes the token''s header. Auth may write each character as six.';

REVOKE ALL ON FUNCTION "private"."bound_user_metadata"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bound_user_metadata"() TO "postgres";
