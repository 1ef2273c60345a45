-- Why: orders come by the hundred thousand, from a file. Whoever waits for another event must not wait for all of theirs.
drop index event_queue_due;
create index event_queue_due on event_queue (next_at, tenant_id, id) where type <> 'order.placed';
create index event_queue_due_orders on event_queue (next_at, tenant_id, id) where type = 'order.placed';
