-- LOSES DATA. Nothing reads it since the Studio is for members only, whatever a branch holds.
ALTER TABLE "public"."branches" DROP COLUMN "holds_internal";
