import { type Dispatch, useMemo, useReducer } from 'react';

/**
 * A form whose fields depend on each other. `state` holds what the user entered, once and as it was entered; everything
 * else is derived from it under the conditions of the moment (prices, balances), so no field can contradict another.
 */
export type FormDefinition<Start, State, Action, Conditions, Derived, Problem> = {
  /** A form that nothing was entered in. */
  initial(start: Start): State;
  reduce(state: State, action: Action): State;
  derive(state: State, conditions: Conditions): Derived;
  /** All problems that prevent submission, in the order in which they are to be fixed. */
  problems(state: State, derived: Derived, conditions: Conditions): readonly Problem[];
};

/** What follows from the entries. */
export type Evaluation<Derived, Problem> = { readonly derived: Derived; readonly problems: readonly Problem[] };

export type Form<Start, State, Action, Conditions, Derived, Problem> = FormDefinition<
  Start,
  State,
  Action,
  Conditions,
  Derived,
  Problem
> & {
  evaluate(state: State, conditions: Conditions): Evaluation<Derived, Problem>;
  /** What was entered, and how to enter more. The start is read once. */
  useForm(start: Start): readonly [State, Dispatch<Action>];
  /** Evaluates again when an entry changes or the conditions are another object. */
  useEvaluation(state: State, conditions: Conditions): Evaluation<Derived, Problem>;
};

/** Defines a form by four pure functions, which are tested without React, and returns it with its hooks. */
export function defineForm<Start, State, Action, Conditions, Derived, Problem>(
  definition: FormDefinition<Start, State, Action, Conditions, Derived, Problem>,
): Form<Start, State, Action, Conditions, Derived, Problem> {
  const { initial, reduce, derive, problems } = definition;
  const evaluate = (state: State, conditions: Conditions) => {
    const derived = derive(state, conditions);
    return { derived, problems: problems(state, derived, conditions) };
  };
  return {
    ...definition,
    evaluate,
    useForm: (start) => useReducer(reduce, start, initial),
    useEvaluation: (state, conditions) => useMemo(() => evaluate(state, conditions), [state, conditions]),
  };
}
