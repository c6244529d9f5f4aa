ALTER TABLE "public"."groups" DROP CONSTRAINT "groups_icon_check";

ALTER TABLE "public"."projects" DROP CONSTRAINT "projects_icon_name_check";

ALTER TABLE "public"."teams" DROP CONSTRAINT "teams_icon_check";

-- By hand: what the constraints would not take gets the usual icon first.

update public.groups set icon = default where icon !~ '^[a-z0-9-]{1,60}$';
update public.projects set icon_name = default where icon_name !~ '^[a-z0-9-]{1,60}$';
update public.teams set icon = default where icon !~ '^[a-z0-9-]{1,60}$';

ALTER TABLE "public"."groups" ADD CONSTRAINT "check_groups_icon" CHECK ((icon ~ '^[a-z0-9-]{1,60}$'::text));

ALTER TABLE "public"."projects" ADD CONSTRAINT "check_projects_icon_name" CHECK ((icon_name ~ '^[a-z0-9-]{1,60}$'::text));

ALTER TABLE "public"."teams" ADD CONSTRAINT "check_teams_icon" CHECK ((icon ~ '^[a-z0-9-]{1,60}$'::text));
