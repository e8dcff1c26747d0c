/**
 * The users of the parameter `$1::bigint[]` as rows `u.id`. Through the inner select the planner does not see how many
 * there are: for fewer than the ten that it assumes it would plan the statement anew each time, which takes longer than
 * the rows of eight users.
 */
export const EACH_USER = 'unnest((select $1::bigint[])) u(id)';
