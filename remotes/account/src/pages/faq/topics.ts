/** Questions under their topics; topics in the order of their first question, questions as they came. */
export function byTopic<Question extends { readonly topic: string }>(
  list: readonly Question[],
): ReadonlyArray<{ readonly topic: string; readonly questions: readonly Question[] }> {
  const topics = new Map<string, Question[]>();
  for (const question of list) topics.set(question.topic, [...(topics.get(question.topic) ?? []), question]);
  return [...topics].map(([topic, questions]) => ({ topic, questions }));
}
