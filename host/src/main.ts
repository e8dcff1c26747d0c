import(/* webpackMode: "eager" */ './start.tsx');
