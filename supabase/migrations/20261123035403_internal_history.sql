-- By hand

-- What is for members only now is so in its history, too.
update public.node_changes c set is_internal = true
from public.branch_nodes n
where n.is_internal and c.branch_id = n.branch_id and c.node_uri = n.uri and not c.is_internal;
