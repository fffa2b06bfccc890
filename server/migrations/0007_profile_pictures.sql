alter table professionals
  -- Rises with every save of the form's fields: who edits an older one is told (decision 41).
  add column version integer not null default 1,
  -- Size and placeholder of her pictures as profiles show them: [{url, width, height, placeholder}].
  add column images jsonb not null default '[]';
