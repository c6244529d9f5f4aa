-- Run once on a new database, after the migrations. The demo workspace is made through the running product by worker/seed.ts.
select 1;
