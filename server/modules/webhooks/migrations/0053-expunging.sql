-- Why: an answer of a receiver may hold personal data, which an admin removes before its retention ends.
-- Works with: 39

-- An event's data may be rewritten already, since an erasure does so (0028).
grant update (answer_headers, answer_body) on webhook_deliveries to colonnade_app;

-- Step: attempts before the last.
grant update (answer_headers, answer_body) on webhook_attempts to colonnade_app;
