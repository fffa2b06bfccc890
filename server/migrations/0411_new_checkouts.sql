-- rule: checkout-limit. How many checkouts a professional opened in the last hour, paid ones too.
create index checkouts_of_professional on checkouts (professional_id, created_at desc);
