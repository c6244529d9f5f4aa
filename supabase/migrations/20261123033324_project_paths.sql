ALTER TABLE "public"."branch_files" DROP CONSTRAINT "branch_files_path_check";

ALTER TABLE "public"."branch_files" ADD CONSTRAINT "branch_files_path_check" CHECK (private.is_project_path(path));
