alter table maturity add column judged text not null default '';
