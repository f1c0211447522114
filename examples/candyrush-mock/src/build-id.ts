// Names the exact code of the simulation; equal in the page and in Node. Change it with every change of behaviour.

export const buildId = "candyrush-mock-1";
