-- What the buckets take: bytes without a type, up to 50 MB, seen by nobody without leave. Supabase's Storage hands an
-- object out under the type it was uploaded with, so an SVG or a script would be one on Storage's own origin.
-- The last migration, and no part of the buckets' own, so that installations that have them already get it as well.
update storage.buckets
set public = false, file_size_limit = 52428800, allowed_mime_types = '{application/octet-stream}'
where id in ('uploads', 'files');
