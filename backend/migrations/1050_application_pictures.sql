-- What refers to an upload keeps it. These columns held its name alone: a picture that was sent with two requests was deleted
-- with the first of them.
update loan_application a set front_pic = null where not exists (select from upload u where u.name = a.front_pic);
update loan_application a set reverse_pic = null where not exists (select from upload u where u.name = a.reverse_pic);
update loan_application a set fangchan_pic = null where not exists (select from upload u where u.name = a.fangchan_pic);
update loan_application a set fangchan_pic1 = null where not exists (select from upload u where u.name = a.fangchan_pic1);
update loan_application a set qiche_pic = null where not exists (select from upload u where u.name = a.qiche_pic);
update loan_application a set qiche_pic1 = null where not exists (select from upload u where u.name = a.qiche_pic1);
alter table loan_application
  add foreign key (front_pic) references upload,
  add foreign key (reverse_pic) references upload,
  add foreign key (fangchan_pic) references upload,
  add foreign key (fangchan_pic1) references upload,
  add foreign key (qiche_pic) references upload,
  add foreign key (qiche_pic1) references upload;

update visa_application a set front_pic = null where not exists (select from upload u where u.name = a.front_pic);
update visa_application a set reverse_pic = null where not exists (select from upload u where u.name = a.reverse_pic);
alter table visa_application
  add foreign key (front_pic) references upload,
  add foreign key (reverse_pic) references upload;
