alter table runs add column fence integer not null default 0;
