/** Two sentences below each other: languages differ in what stands between sentences of one line. */
export const twoLines = (first: string, second: string) => (
  <>
    {first}
    <br />
    {second}
  </>
);
